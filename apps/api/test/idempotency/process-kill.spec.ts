// What becomes of an idempotency key when the process that works on it is killed, or only slow.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { killChildren, startChildService, type ChildService } from '../kit/child-service.js';
import { eventually } from '../kit/eventually.js';
import { removeStoreOf } from '../kit/store-of.js';

const body = { model: 'm', input: 'Hi' };
/** Shorter than the default of 10 seconds, so that the test is. */
const leaseSeconds = 2;

let folder: string;
let upstream: ScriptedUpstream;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-test-'));
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await killChildren();
  await upstream.close();
  await removeStoreOf(folder);
  await rm(folder, { recursive: true, force: true });
});

function startService(): Promise<ChildService> {
  return startChildService(folder, {
    models: [{ name: 'm', provider: { kind: 'chat-completions', baseUrl: upstream.baseUrl, model: 'scripted' } }],
    background: { leaseSeconds },
  });
}

const send = (service: ChildService): Promise<Response> =>
  service.post('/v1/responses', body, { 'idempotency-key': 'k1' });

describe('an idempotency key', () => {
  it('is released soon after its process was killed: exactly one of the waiting copies elsewhere reruns the request', async () => {
    const [one, two] = [await startService(), await startService()];
    upstream.play(async ({ start, delta, pause }) => {
      start();
      delta({ content: 'Half' });
      await pause(60_000);
    });
    const lost = send(one)
      .then((response) => response.text())
      .catch(() => 'cut off');
    await eventually(() => upstream.records.length === 1);
    upstream.play(({ start, delta, finish }) => {
      start();
      delta({ content: 'Anew.' });
      finish();
    });
    const copies = [send(two), send(two), send(two)];
    await one.kill();
    const responses = await Promise.all(copies);
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('Anew.');
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
    expect(upstream.records).toHaveLength(2);
    expect(await lost).toBe('cut off');
  }, 120_000);

  it('is held by a slow but live run for much longer than a lease', async () => {
    const [one, two] = [await startService(), await startService()];
    upstream.play(async ({ start, delta, finish, pause }) => {
      start();
      delta({ content: 'Slow.' });
      await pause(2.5 * leaseSeconds * 1000);
      finish();
    });
    const first = send(one);
    await eventually(() => upstream.records.length === 1);
    const copy = send(two);
    const texts = [await (await first).text(), await (await copy).text()];
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('Slow.');
    expect(upstream.records).toHaveLength(1);
  }, 120_000);
});
