// The erasure of an owner while services run: nothing of the owner remains, and no other owner notices.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultJobSettings, type Store, systemClock } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { eraseOwner } from '#src/erasure/erase-owner.js';
import { openStore } from '#src/engine/open-store.js';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { makeKey } from '#src/keys/make-key.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse, type ObservedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { storeOf } from '../kit/store-of.js';

const canary = 'canary-7f3a';
const running: TestService[] = [];
let hanging: ObservedModel;
let service: TestService;
afterEach(() => closeServices(running));

type Headers = Readonly<Record<string, string>>;

async function keyOf(owner: string): Promise<Headers> {
  const parts = { store: service.app.get<Store>(STORE), ids: createRandomIdSource(), clock: systemClock };
  const { key } = await makeKey({ ...parts, actor: 'command-line' }, { name: `${canary}-${owner}`, owner });
  return { authorization: `Bearer ${key}` };
}

/** A response, a conversation, a file and an idempotent response, each with the canary; returns their paths. */
async function fill(headers: Headers): Promise<readonly string[]> {
  const idOf = async (reply: Promise<Response>): Promise<string> => ((await (await reply).json()) as { id: string }).id;
  const input = `${canary} prompt`;
  const metadata = { [canary]: canary };
  const response = await idOf(service.post('/v1/responses', { model: 'demo', input, metadata }, headers));
  const again = { ...headers, 'idempotency-key': canary };
  const idempotent = await idOf(service.post('/v1/responses', { model: 'demo', input, metadata }, again));
  const items = [{ type: 'message', role: 'user', content: input }];
  const conversation = await idOf(service.post('/v1/conversations', { items, metadata }, headers));
  const form = new FormData();
  form.set('purpose', 'user_data');
  form.set('file', new Blob([input.repeat(100)]), `${canary}.txt`);
  const file = await idOf(fetch(`${service.url}/v1/files`, { method: 'POST', headers, body: form }));
  return [
    `/v1/responses/${response}`,
    `/v1/responses/${response}/input_items`,
    `/v1/responses/${idempotent}`,
    `/v1/conversations/${conversation}`,
    `/v1/conversations/${conversation}/items`,
    `/v1/files/${file}`,
    `/v1/files/${file}/content`,
  ];
}

const readAll = (paths: readonly string[], headers: Headers): Promise<readonly [number, string][]> =>
  Promise.all(
    paths.map(async (path): Promise<[number, string]> => {
      const reply = await fetch(service.url + path, { headers });
      return [reply.status, await reply.text()];
    }),
  );

it('stops what runs for the owner, removes everything, and changes nothing of another owner', async () => {
  hanging = hangingModel(textResponse(`${canary} begun`).slice(0, 3));
  service = await startTestService({
    storedKeys: true,
    models: { m: hanging, demo: scriptedModel(...textResponse(`${canary} output`)) },
    config: { background: { ...defaultJobSettings, pollMs: 100 } },
  });
  running.push(service);
  const [ada, bob] = [await keyOf('ada'), await keyOf('bob')];
  const [adas, bobs] = [await fill(ada), await fill(bob)];
  const before = await readAll(bobs, bob);
  expect(before.map(([status]) => status)).toEqual(bobs.map(() => 200));
  const stream = await service.post('/v1/responses', { model: 'm', input: canary, stream: true }, ada);
  await service.post('/v1/responses', { model: 'm', input: canary, background: true }, ada);
  const bobsStream = await service.post('/v1/responses', { model: 'm', input: 'Hi', stream: true }, bob);
  await eventually(() => hanging.started.length === 3);

  const location = await storeOf(service.dataDir);
  const store = await openStore({ store: location, storeKeys: [] });
  expect(await store.countOwned('ada')).toMatchObject({ apiKeys: 1, jobs: 1, conversations: 1, files: 1 });
  await eraseOwner('ada', { store, ids: createRandomIdSource(), clock: systemClock });

  expect(await stream.text()).toContain('The key was revoked.');
  expect(hanging.abortedAt).toHaveLength(2);
  expect(Object.values(await store.countOwned('ada')).every((count) => count === 0)).toBe(true);
  expect(await readAll(bobs, bob)).toEqual(before);
  expect(await readAll(adas, bob)).toEqual(adas.map(() => [404, expect.any(String)]));
  expect((await readAll(adas, ada)).map(([status]) => status)).toEqual(adas.map(() => 401));
  const events = await store.listAuditEvents({ since: 0, limit: 100 });
  expect(events.filter(({ owner }) => owner === 'ada').map(({ kind }) => kind)).toEqual(['owner_erased']);
  expect(contentOf(service.log)).not.toContain(canary);
  await bobsStream.body?.cancel();
  await eventually(() => hanging.abortedAt.length === 3);

  // What is left of the canaries in the files belongs to the other owner; without it, nothing is left.
  await eraseOwner('bob', { store, ids: createRandomIdSource(), clock: systemClock });
  await store.close();
  expect(location.kind === 'sqlite' ? bytesIn(service.dataDir) : '').not.toContain(canary);
}, 60_000);

/** The log without the names of keys, which records of their events contain. */
function contentOf(log: readonly Record<string, unknown>[]): string {
  return JSON.stringify(log, (name, value: unknown) => (name === 'keyName' ? undefined : value));
}

function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('');
}
