import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimitedMemory } from '@org/engine/storage';
import { fixedClock, type StoreLocation } from '@org/engine/testing';
import { defaultMaxBytesRead } from '#src/shared/require-readable.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

/** A new folder with the path of a database in it. */
export function newFolder(): { readonly folder: string; readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
  return {
    folder,
    path: join(folder, 'data', 'service.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function makeSqliteLocation(): Promise<StoreLocation> {
  const { path, remove } = newFolder();
  return {
    open: (clock = fixedClock, maxBytesRead = defaultMaxBytesRead, memory = unlimitedMemory) =>
      openSqliteStore({ path, clock, maxBytesRead, memory }),
    dispose: async () => remove(),
  };
}
