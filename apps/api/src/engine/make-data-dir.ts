import { mkdir } from 'node:fs/promises';
import { ConfigError } from '../config/config-error.js';

/** Makes the folder of everything that the service writes, for its user alone. Throws a ConfigError when it cannot. */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${path} cannot be made: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`);
  }
}
