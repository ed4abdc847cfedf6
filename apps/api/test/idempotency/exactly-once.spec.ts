// A request with an idempotency key that runs no model creates its object once, whenever its process crashes.
import { type CompletedAttempt, defaultJobSettings, EngineError, type Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { formOf, upload } from '../files/upload.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { hangAfterWrite } from './hang-after-write.js';

const settings = {
  models: { m: scriptedModel(...textResponse('Hello.')) },
  config: { background: { ...defaultJobSettings, heartbeatMs: 20, leaseMs: 400 } },
};

let service: TestService;
let second: TestService;
let disconnected: PromiseWithResolvers<never>;
beforeEach(async () => {
  disconnected = Promise.withResolvers();
  disconnected.promise.catch(() => undefined);
  service = await startTestService(settings);
  second = await startTestService({ ...settings, dataDir: service.dataDir });
});
afterEach(async () => {
  disconnected.reject(new EngineError('overloaded', 'The process is gone.'));
  await second.stop();
  await service.close();
});

const storeOf = ({ app }: TestService): Store => app.get<Store>(STORE);
const keyed = ({ responsesHeaders }: TestService): Record<string, string> => ({
  ...responsesHeaders,
  'idempotency-key': 'k1',
});
const post = (at: TestService, path: string, body: object): Promise<Response> => at.post(path, body, keyed(at));
const get = async (path: string): Promise<unknown> =>
  (await fetch(`${second.url}${path}`, { headers: second.responsesHeaders })).json();
const makeConversation = async (): Promise<string> =>
  `/v1/conversations/${((await (await service.post('/v1/conversations', {})).json()) as { id: string }).id}`;

/** Sends a request to a process that crashes after such a write, and again to the next process. */
async function sendTwice(
  write: Parameters<typeof hangAfterWrite>[1],
  send: (at: TestService) => Promise<Response>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly [status: number, replayed: string | null, text: string]> {
  const written = hangAfterWrite(storeOf(service), write, disconnected.promise);
  void send(service).catch(() => undefined);
  await written;
  await between();
  const again = await send(second);
  return [again.status, again.headers.get('idempotent-replayed'), await again.text()];
}

describe('a request with an idempotency key whose process crashes right after a write', () => {
  it('creates one conversation', async () => {
    const ids: string[] = [];
    const { createConversation } = storeOf(service);
    storeOf(service).createConversation = (...values) => (ids.push(values[0].id), createConversation(...values));
    expect(
      await sendTwice('createConversation', (at) =>
        post(at, '/v1/conversations', { items: [{ role: 'user', content: 'Hi' }] }),
      ),
    ).toEqual([200, 'true', expect.stringContaining(ids[0] ?? 'none')]);
  });

  it('adds its items once, also those without an id', async () => {
    const path = await makeConversation();
    const items = [
      { role: 'user', content: 'Hi' },
      { id: 'msg_own', role: 'user', content: 'There' },
    ];
    const [status, replayed, returned] = await sendTwice('addConversationItems', (at) =>
      post(at, `${path}/items`, { items }),
    );
    expect([status, replayed]).toEqual([200, 'true']);
    expect(await get(`${path}/items?order=asc`)).toEqual(JSON.parse(returned));
  });

  it('changes metadata once and does not revert a later change', async () => {
    const path = await makeConversation();
    const change = (): Promise<Response> => second.post(path, { metadata: { by: 'another' } });
    expect(
      await sendTwice('setConversationMetadata', (at) => post(at, path, { metadata: { by: 'me' } }), change),
    ).toEqual([200, 'true', expect.stringContaining('"by":"me"')]);
    expect(await get(path)).toMatchObject({ metadata: { by: 'another' } });
  });

  it('uploads one file', async () => {
    const [status, replayed, returned] = await sendTwice('finishFile', (at) =>
      upload(at, formOf('x', 'x.txt', { purpose: 'user_data' }), keyed(at)),
    );
    expect([status, replayed]).toEqual([200, 'true']);
    expect(await get('/v1/files')).toMatchObject({ data: [JSON.parse(returned)] });
  });

  it.each([true, false])(
    'uploads one file also when the confirmation of the last write is lost, written: %s',
    async (written) => {
      const store = storeOf(service);
      const { finishFile } = store;
      store.finishFile = async (...values) => {
        store.finishFile = finishFile;
        if (written) await finishFile(...values);
        throw new EngineError('overloaded', 'The database cannot be reached.');
      };
      const send = (): Promise<Response> =>
        upload(service, formOf('x', 'x.txt', { purpose: 'user_data' }), keyed(service));
      expect((await send()).status).toBe(503);
      const again = await send();
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, written ? 'true' : null]);
      expect(await get('/v1/files')).toMatchObject({ data: [await again.json()] });
    },
  );

  it('creates nothing once another run of it may have started, and reports that', async () => {
    const store = storeOf(service);
    const path = await makeConversation();
    const { createConversation, addConversationItems, setConversationMetadata, finishFile, getConversation } = store;
    const made: string[] = [];
    const lose = async (completedAttempt?: CompletedAttempt): Promise<void> => {
      if (completedAttempt !== undefined) await store.abandonIdempotent(completedAttempt.attempt);
    };
    store.createConversation = async (record, items, completedAttempt) => (
      made.push(record.id),
      await lose(completedAttempt),
      await createConversation(record, items, completedAttempt)
    );
    store.addConversationItems = async (owner, id, items, addition) => (
      await lose(addition?.completedAttempt),
      await addConversationItems(owner, id, items, addition)
    );
    store.setConversationMetadata = async (owner, id, metadata, completedAttempt) => (
      await lose(completedAttempt),
      await setConversationMetadata(owner, id, metadata, completedAttempt)
    );
    store.finishFile = async (file, completedAttempt) => (
      await lose(completedAttempt),
      await finishFile(file, completedAttempt)
    );
    const responses = [
      await post(service, '/v1/conversations', { metadata: { by: 'me' } }),
      await post(service, `${path}/items`, { items: [{ id: 'msg_own', role: 'user', content: 'Hi' }] }),
      await post(service, path, { metadata: { by: 'me' } }),
      await upload(service, formOf('x', 'x.txt', { purpose: 'user_data' }), keyed(service)),
    ];
    expect(responses.map(({ status, headers }) => [status, headers.get('x-should-retry')])).toEqual(
      responses.map(() => [409, 'true']),
    );
    expect(await getConversation('name:alice', made[0] ?? 'none')).toBeUndefined();
    expect(await get(path)).toMatchObject({ metadata: {} });
    expect([await get(`${path}/items`), await get('/v1/files')]).toMatchObject([{ data: [] }, { data: [] }]);
  });
});
