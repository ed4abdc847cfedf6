import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const [start, ...rest] = textResponse('Hello.');
if (start === undefined) throw new Error('a response has a first event');

let service: TestService;
afterEach(() => service.close());

/** Moves everything from the log into the database and overwrites that; the change makes the service forget what it has read before. */
function damage(path: string): void {
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(64 * 1024, 'x'), 0, 64 * 1024, 0);
  closeSync(file);
}

describe('a database that is damaged while the service runs', () => {
  it('completes no response that is not stored, continues to run, fails dependent requests and reports not ready', async () => {
    service = await startTestService({ models: { m: scriptedModel(start, { type: 'delay', ms: 800 }, ...rest) } });
    const ask = (store: boolean): Promise<Response> =>
      service.post('/v1/responses', { model: 'm', input: 'Hi', store });
    const running = ask(false);
    await new Promise((resolve) => setTimeout(resolve, 100));
    damage(join(service.dataDir, 'service.db'));
    // Long enough for the service to poll for writes of other processes.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready', store: 'failing', models: 'ok' }]);
    expect((await running).status).toBe(200);
    const lost = await ask(true);
    // The response was generated and charged but not stored; a retry would only charge it again.
    expect([lost.status, lost.headers.get('x-should-retry')]).toEqual([500, 'false']);
    expect((await ask(false)).status).toBe(200);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  }, 20_000);
});
