// The published packages as a user installs them: packed, and installed by npm next to the official SDKs.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, stepEnv } from '../setup/install.mjs';
import { runStep } from '../setup/run.mjs';

const packages = ['protocol', 'sdk'];
/** The SDKs that the checks use next to the client, at the versions of the other tests. */
export const officialSdks = ['openai', '@anthropic-ai/sdk'];
/** A browser cannot load the official SDKs as individual modules. */
const bundler = 'esbuild@0.28.2';

export function areBuilt() {
  return (
    packages.every((name) => existsSync(join(root, 'packages', name, 'dist'))) &&
    existsSync(join(root, 'apps/api/dist/bundle/main.js'))
  );
}

/** Packs the packages, installs the tarballs into `folder`, and adds the checks to it. */
export async function installPacked(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const { packageManager } = manifestOf(root);
  for (const name of packages) {
    const pack = ['--yes', packageManager, '--dir', join(root, 'packages', name), 'pack', '--pack-destination', folder];
    await runStep(`Packing @org/${name}`, 'npx', pack, { env: stepEnv, quiet: true });
  }
  const tarballs = readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file));
  const { devDependencies } = manifestOf(join(root, 'packages/protocol'));
  const others = officialSdks.map((name) => `${name}@${devDependencies[name]}`);
  await runStep(
    'Installing the tarballs',
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--prefer-offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...tarballs,
      ...others,
      bundler,
    ],
    { quiet: true },
  );
  cpSync(join(dirname(fileURLToPath(import.meta.url)), 'checks'), join(folder, 'checks'), { recursive: true });
}

/** Bundles each official SDK, and the checks as a worker, into one file below `bundled`. */
export async function bundle(folder) {
  const files = {
    ...Object.fromEntries(officialSdks.map((name) => [name, join('node_modules', name, 'index.mjs')])),
    worker: 'checks/worker.mjs',
  };
  for (const [name, file] of Object.entries(files)) {
    const options = [
      '--bundle',
      '--format=esm',
      '--platform=browser',
      '--external:node:*',
      `--outfile=${join(folder, 'bundled', `${name}.js`)}`,
    ];
    await runStep(`Bundling ${name}`, join(folder, 'node_modules/.bin/esbuild'), [join(folder, file), ...options], {
      quiet: true,
    });
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
