// Locates llama.cpp's own server: built from the source in node-llama-cpp, so that it has the same release as the
// service's library. `LLAMA_SERVER` names another program instead.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../setup/install.mjs';

/** The folder of node-llama-cpp with the build information of its engine. */
const sources = join(dirname(fileURLToPath(import.meta.resolve('node-llama-cpp'))), '../llama');

/** Arguments for cmake, from the environment: `CMAKE_ARGS="-DGGML_CUDA=ON"`. */
export const cmakeArguments = (process.env.CMAKE_ARGS ?? '').split(/\s+/).filter((argument) => argument !== '');

/** The release of llama.cpp that the library is built from, and its source as a git bundle. */
export function serverSource() {
  const { tag } = JSON.parse(readFileSync(join(sources, 'llama.cpp.info.json'), 'utf8'));
  return { release: tag, bundle: join(sources, 'gitRelease.bundle') };
}

/** A folder for each release and each set of arguments, outside the repository with the other large files. */
export function serverFolder() {
  const { release } = serverSource();
  const variant =
    cmakeArguments.length === 0
      ? ''
      : `-${createHash('sha256').update(cmakeArguments.join('\0')).digest('hex').slice(0, 8)}`;
  return resolve(root, process.env.DATA_DIR ?? 'data', 'llama-server', `${release}${variant}`);
}

/** The program, or `undefined` when it was not built yet. */
export function findServer() {
  const named = process.env.LLAMA_SERVER;
  if (named !== undefined && !existsSync(named)) throw new Error(`LLAMA_SERVER is ${named}, which does not exist.`);
  const program = named ?? join(serverFolder(), programName);
  return existsSync(program) ? program : undefined;
}

/** Returns the program path. Throws an Error with the build instructions. */
export function requireServer() {
  const program = findServer();
  if (program === undefined) throw new Error('llama-server is not built. Build it with: npm run llama-server');
  return program;
}

export const programName = process.platform === 'win32' ? 'llama-server.exe' : 'llama-server';
