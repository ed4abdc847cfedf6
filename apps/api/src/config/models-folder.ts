import { join } from 'node:path';

/** Where model files lie that were loaded from a hub. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}
