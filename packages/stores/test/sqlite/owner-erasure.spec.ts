import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillOwner, readOwner, turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

const canary = 'canary-7f3a';

/** All files of the database, with its log, as one text with one character per byte. */
function bytesOnDisk(path: string): string {
  return readdirSync(dirname(path))
    .map((file) => readFileSync(join(dirname(path), file), 'latin1'))
    .join('');
}

describe('Erasing an owner from SQLite', () => {
  it('leaves no byte of prompts, outputs, files, metadata and names in any file, while another process writes', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    const service = await openSqliteStore({ path: folder.path });
    // Keys with names of different lengths, created and revoked in mixed order: SQLite then moves rows between pages,
    // and leaves copies of some.
    let state = 79_190;
    const random = (): number => (state = Math.imul(state, 48_271) & 0x7fff_ffff) / 0x7fff_ffff;
    for (let round = 0; round < 12; round++) {
      const keys = Array.from({ length: 60 }, (_, n) => ({
        id: `key_${round}_${n}`,
        hash: String(random()),
        isAdas: random() < 0.4,
      }));
      await Promise.all(
        keys.map(({ id, hash, isAdas }) => {
          const name = `${isAdas ? canary : 'key'}${'x'.repeat(Math.floor(random() ** 4 * 3_000))}`;
          return store.putApiKey({ id, hash, owner: isAdas ? 'ada' : 'bob', name, createdAt: round });
        }),
      );
      const leaving = keys.filter(() => random() < 0.4);
      await Promise.all(leaving.map(({ id }) => store.revokeApiKey(id, round)));
    }
    await fillOwner(store, 'ada', canary);
    await fillOwner(store, 'bob', 'other');
    expect(bytesOnDisk(folder.path)).toContain(canary);
    const before = await readOwner(service, 'bob');
    const end = new AbortController();
    const writes = (async () => {
      for (let n = 0; !end.signal.aborted; n++) await service.putTurn(turnOf({ id: `new_${n}`, owner: 'eve' }));
    })();
    expect(await store.eraseOwned('ada')).toBe(66);
    await store.eraseOwnerKeys('ada', {
      id: 'e',
      kind: 'owner_erased',
      at: 1,
      count: 1,
      actor: 'command-line',
      owner: 'ada',
    });
    end.abort();
    await writes;
    expect(bytesOnDisk(folder.path)).not.toContain(canary);
    expect(await readOwner(service, 'bob')).toEqual(before);
    expect(await service.countOwned('eve')).not.toMatchObject({ turns: 0 });
    await service.close();
    await store.close();
    expect(bytesOnDisk(folder.path)).not.toContain(canary);
    folder.remove();
  });
});
