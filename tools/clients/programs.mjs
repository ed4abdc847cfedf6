// The clients that are checked, at the versions that are checked, as npm has them.
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runStep } from '../setup/run.mjs';

/** Outside the workspace: all are large, and one of them is not open source. */
export const defaultFolder = join(homedir(), '.cache/model-response-service/clients');

const target = `${process.platform}-${process.arch}`;
const rustTargets = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/** Programs by name; `file` is where the package of this platform keeps its program. */
export const programs = {
  codex: { title: 'Codex', package: '@openai/codex', version: '0.169.0', file: `@openai/codex-${target}/vendor/${rustTargets[target]}/bin/codex` },
  claude: { title: 'Claude Code', package: '@anthropic-ai/claude-code', version: '2.1.330', file: `@anthropic-ai/claude-code-${target}/claude` },
  opencode: { title: 'opencode', package: 'opencode-ai', version: '1.18.33', file: `opencode-${target}/bin/opencode` },
};

/** Whether there are programs for this machine. */
export const platformIsServed = target in rustTargets;

const folderOf = (folder, { package: name, version }) => join(folder, `${name.replace(/^.*\//, '')}-${version}`);

/** Where the program is, or would be, once it is installed in `folder`. */
export function pathOf(folder, program) {
  return join(folderOf(folder, program), 'node_modules', program.file);
}

export function isInstalled(folder, program) {
  return existsSync(pathOf(folder, program));
}

/** Installs a program by npm. Nothing of the package is run. */
export async function install(folder, program) {
  const prefix = folderOf(folder, program);
  mkdirSync(prefix, { recursive: true });
  await runStep(`Installing ${program.title} ${program.version} (about 400 MB)`, 'npm', ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${program.package}@${program.version}`], { quiet: true });
  if (!isInstalled(folder, program)) throw new Error(`${program.package} ${program.version} holds no program for ${target}`);
}
