import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

const writer = fileURLToPath(new URL('./crash-writer.js', import.meta.url));

/** Runs the writer, kills it `delay` ms after its first acknowledgement, and gives every id that it acknowledged. */
async function acknowledgedUntilKilled(path: string, round: number, delay: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, path, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), delay);
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  // What follows the last line feed was being written when the process crashed.
  return output.split('\n').slice(0, -1);
}

describe('A process that is killed', () => {
  it('loses nothing that the store had reported as written, in ten rounds', async () => {
    const { path, remove } = newFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 10; round++) {
      acknowledged.push(...(await acknowledgedUntilKilled(path, round, 5 + Math.random() * 120)));
      const store = await openSqliteStore({ path });
      for (const id of acknowledged) expect((await store.getTurn('ada', id))?.payload).toMatchObject({ id });
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThan(100);
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('PRAGMA foreign_key_check').all()).toHaveLength(0);
    database.close();
    remove();
  }, 60_000);
});
