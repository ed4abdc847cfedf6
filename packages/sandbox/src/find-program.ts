import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program in the folders of `PATH`. Throws an Error where it is not installed. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv): string {
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // It may be in the next folder.
    }
  }
  throw new Error(`${name} is not installed`);
}
