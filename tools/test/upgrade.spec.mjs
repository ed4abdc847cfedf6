// Stores of an earlier build open, migrate and serve.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../upgrade/verify-stores.mjs');

describe('a store that the build of November 2026 made', () => {
  it.each(['sqlite-plain', 'sqlite-encrypted', 'postgres-plain', 'postgres-encrypted'])(
    'opens, migrates and serves the same responses: %s',
    (store) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--store', store], { encoding: 'utf8' });
      expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('0 differ'), '']);
    },
    180_000,
  );
});
