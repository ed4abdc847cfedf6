// Where the packages are tried, at the versions that are tried.
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runStep } from '../setup/run.mjs';

/** Outside the workspace, because each runtime takes a hundred megabytes, and the service needs none of them. */
export const defaultFolder = join(homedir(), '.cache/model-response-service/runtimes');

const target = `${process.platform}-${process.arch}`;
const bunTarget = target.replace('arm64', 'aarch64');
const denoTarget = process.platform === 'linux' ? `${target}-glibc` : target;
const workerdTarget = target.replace('x64', '64');
const node = (version) => ({
  title: `Node ${version}`,
  package: `node-${target}`,
  version,
  file: 'bin/node',
  args: [],
});

/** Programs by name, as npm has them for this machine; `file` is the program's path in the package. */
export const runtimes = {
  node20: node('20.20.2'),
  node22: node('22.23.3'),
  node24: node('24.21.0'),
  bun: { title: 'Bun 1.4.5', package: `@oven/bun-${bunTarget}`, version: '1.4.5', file: 'bin/bun', args: [] },
  deno: {
    title: 'Deno 2.9.6',
    package: `@deno/${denoTarget}`,
    version: '2.9.6',
    file: 'deno',
    args: ['run', '--no-prompt', '--allow-net', '--allow-read', '--allow-env'],
  },
  workerd: {
    title: 'workerd 1.20261117.1',
    package: `@cloudflare/workerd-${workerdTarget}`,
    version: '1.20261117.1',
    file: 'bin/workerd',
    args: [],
  },
};

/** Where the program is, or would be, once it is installed in `folder`. */
export function pathOf(folder, runtime) {
  return join(prefixOf(folder, runtime), 'node_modules', runtime.package, runtime.file);
}

export function isInstalled(folder, runtime) {
  return existsSync(pathOf(folder, runtime));
}

/** Installs a runtime by npm, without running scripts of the package. */
export async function install(folder, runtime) {
  const prefix = prefixOf(folder, runtime);
  mkdirSync(prefix, { recursive: true });
  await runStep(
    `Installing ${runtime.title}`,
    'npm',
    [
      'install',
      '--prefix',
      prefix,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-save',
      `${runtime.package}@${runtime.version}`,
    ],
    { quiet: true },
  );
  if (!isInstalled(folder, runtime))
    throw new Error(`${runtime.package} ${runtime.version} contains no ${runtime.file}`);
}

/** The Chromium of this machine, or another browser of its kind. */
export function findBrowser(path = process.env.PATH ?? '') {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

function prefixOf(folder, { package: name, version }) {
  return join(folder, `${name.replaceAll('/', '-')}-${version}`);
}
