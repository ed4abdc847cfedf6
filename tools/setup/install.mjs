// Installs the workspace with the pinned pnpm, unless the last install was for this very lock file.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsPlatformEngine } from '../gpu/engines.mjs';
import { restoreEngines } from '../gpu/install-engines.mjs';
import { runStep } from './run.mjs';

/** The root folder of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Environment of every later step: the workspace's own Node and tools first, no background processes of Nx. */
export const stepEnv = {
  PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
};

/** node-llama-cpp would compile llama.cpp where its engine is missing, and the engine of some platforms is installed after it. */
const engineEnv = needsPlatformEngine() ? { NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' } : {};

const stamp = join(root, 'node_modules/.installed-for');

/** @param {NodeJS.WritableStream} [output] stream for the progress */
export async function install(output) {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await runStep(
    'Installing dependencies (about 250 MB on the first run)',
    'npx',
    [
      '--yes',
      packageManager,
      'install',
      '--frozen-lockfile',
      '--reporter=append-only',
      // The host's Node only starts the set-up; what runs later is the Node of the workspace.
    ],
    { hide: /Unsupported engine/, output, env: engineEnv },
  );
  await restoreEngines(root, output);
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
