import { resolve } from 'node:path';
import { makeFolders } from '@org/stores';
import { ConfigError } from '../config/checks/config-error.js';
import { systemReason } from '../config/system-reason.js';

/** Makes the folder of everything that the service writes, for its user alone. Throws a ConfigError when it cannot. */
export function makeDataDir(path: string): void {
  try {
    makeFolders(resolve(path));
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${path} cannot be created: ${systemReason(error)}; set DATA_DIR to a folder that this user may write`,
    );
  }
}
