// Installs the engines of a kind, and places them again after pnpm has replaced node-llama-cpp.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../setup/run.mjs';
import { engineFolder, enginesFor, folderOf, needsPlatformEngine, placeEngines } from './engines.mjs';

/** Records the chosen kind for later installations. */
const choiceOf = (root) => join(root, 'node_modules/.gpu-engine');

/**
 * @param {string} kind `vulkan`, `cuda` or `off`
 * @param {{ root: string, into?: string, output?: NodeJS.WritableStream }} options `into` is a deployed service, which
 *   gets a copy; default: the workspace in `root`
 */
export async function installEngines(kind, { root, into, output }) {
  const target = into ?? root;
  if (kind === 'off') {
    placeEngines(engineFolder(target), []);
    rmSync(choiceOf(target), { force: true });
    return;
  }
  const names = enginesFor(kind);
  const folder = engineFolder(target);
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const from = folderOf(kind);
  const lock = existsSync(join(from, 'pnpm-lock.yaml'))
    ? ['--frozen-lockfile']
    : ['--no-frozen-lockfile', '--no-lockfile'];
  const args = ['--yes', packageManager, 'install', '--dir', from, '--ignore-workspace', ...lock];
  await runStep(
    `Installing ${names.join(' and ')}, an engine of llama.cpp`,
    'npx',
    [...args, '--reporter=append-only'],
    {
      output,
    },
  );
  placeEngines(folder, names, { kind, from, copy: into !== undefined });
  if (into === undefined && kind !== 'platform') writeFileSync(choiceOf(root), kind);
}

/**
 * Places the engine of the platform, where it is separate, and the chosen one after an installation of the workspace.
 * @param {string} root
 * @param {NodeJS.WritableStream} [output]
 */
export async function restoreEngines(root, output) {
  if (needsPlatformEngine()) await installEngines('platform', { root, output });
  if (!existsSync(choiceOf(root))) return;
  await installEngines(readFileSync(choiceOf(root), 'utf8').trim(), { root, output });
}
