import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config/config-error.js';

/** Makes the folder of everything that the service writes, for its user alone. Throws a ConfigError when it cannot. */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await makeFolders(path);
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${path} cannot be made: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`);
  }
}

/** Not Node's own `recursive`: that never ends where a folder that is there takes none, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else was first.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
