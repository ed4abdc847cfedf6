// Retention of stored objects: the configured time for every owner, and no expiry for objects that live until
// deleted.
import type { LanguageModel } from '@org/engine';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const hour = 3_600_000;
const retentionMs = 2 * hour;
const bob = { authorization: `Bearer ${otherKey}` };
let service: TestService;
let ahead = 0;
let conversationRetentionMs: number | undefined;
const open = async (dataDir?: string, models: Readonly<Record<string, LanguageModel>> = {}): Promise<TestService> => {
  const clock = { now: () => Date.now() + ahead };
  return startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')), ...models },
    config: { retentionMs, ...(conversationRetentionMs === undefined ? {} : { conversationRetentionMs }) },
    clock,
    ...(dataDir === undefined ? {} : { dataDir }),
  });
};
const start = async (...as: Parameters<typeof open>): Promise<void> => {
  service = await open(...as);
};
/**
 * Returns the number of responses that another service on the same store deletes at its start, within at most
 * `withinMs` milliseconds.
 */
const sweep = async (withinMs: number): Promise<unknown> => {
  const other = await open(service.dataDir);
  const deletionLog = (): Record<string, unknown> | undefined =>
    other.log.find(({ msg }) => msg === 'expired responses deleted');
  await eventually(() => deletionLog() !== undefined, withinMs).catch(() => undefined);
  await other.stop();
  return deletionLog()?.['count'] ?? 0;
};
beforeEach(() => {
  ahead = 0;
  conversationRetentionMs = undefined;
});
afterEach(() => service.close());

const create = async (body: object = {}, headers = service.responsesHeaders): Promise<string> =>
  (
    (await (await service.post('/v1/responses', { model: 'm', input: 'Hi', ...body }, headers)).json()) as {
      id: string;
    }
  ).id;
const status = async (path: string, headers = service.responsesHeaders): Promise<number> =>
  (await fetch(`${service.url}/v1/${path}`, { headers })).status;
/** Waits until the object is deleted: the cleanup starts with the service and has no fixed duration. */
const expectDeleted = async (path: string, headers = service.responsesHeaders): Promise<void> => {
  for (const end = performance.now() + 10_000; (await status(path, headers)) !== 404;) {
    if (performance.now() > end) throw new Error(`${path} is still there`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
/** A service forgets what expired when it starts, and every hour. */
const restart = async (): Promise<void> => {
  await service.stop();
  await start(service.dataDir);
};

describe('what is stored', () => {
  it('is deleted when its retention ends, for every owner, and not before', async () => {
    await start();
    const ids = { alice: await create(), bob: await create({}, bob) };
    ahead = hour;
    const later = await create();
    await restart();
    expect([await status(`responses/${ids.alice}`), await status(`responses/${ids.bob}`, bob)]).toEqual([200, 200]);
    ahead = retentionMs + 60_000;
    await restart();
    await expectDeleted(`responses/${ids.alice}`);
    await expectDeleted(`responses/${ids.bob}`, bob);
    expect(await status(`responses/${later}`)).toBe(200);
    ahead = retentionMs + 2 * hour;
    await restart();
    await expectDeleted(`responses/${later}`);
  });

  it('is retained as long as a stored response continues it', async () => {
    await start();
    const [first, alone] = [await create(), await create()];
    ahead = hour;
    const second = await create({ previous_response_id: first });
    ahead = retentionMs + 60_000;
    await restart();
    await expectDeleted(`responses/${alone}`);
    expect([await status(`responses/${first}`), await status(`responses/${second}`)]).toEqual([200, 200]);
    ahead = retentionMs + 2 * hour;
    await restart();
    await expectDeleted(`responses/${second}`);
    await expectDeleted(`responses/${first}`);
  });

  it('and expires during the generation of its continuation is retained, however late that completes', async () => {
    const goOn = Promise.withResolvers<void>();
    const [started, ...rest] = textResponse('Late.');
    let asked = 0;
    const slow: LanguageModel = {
      ...scriptedModel(),
      async *generate() {
        asked += 1;
        if (started !== undefined) yield started;
        await goOn.promise;
        yield* rest;
      },
    };
    await start(undefined, { slow });
    const first = await create();
    ahead = retentionMs - 60_000;
    const late = create({ model: 'slow', previous_response_id: first });
    await eventually(() => asked === 1);
    ahead = retentionMs + hour / 2;
    expect(await sweep(500)).toBe(0);
    goOn.resolve();
    expect(await create({ previous_response_id: await late })).toMatch(/^resp_/);
    expect(await status(`responses/${first}`)).toBe(200);
  });

  it('is deleted an hour after it becomes unreadable', async () => {
    await start();
    const id = await create();
    ahead = retentionMs + hour / 2;
    expect([await status(`responses/${id}`), await sweep(500)]).toEqual([404, 0]);
    ahead = retentionMs + hour + 60_000;
    expect(await sweep(10_000)).toBe(1);
  });

  it('of a batch can be read for a day after the batch may have ended, however short the retention is', async () => {
    await start();
    const requests = [
      { custom_id: 'a', params: { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] } },
    ];
    const { id } = (await (await service.post('/v1/messages/batches', { requests })).json()) as { id: string };
    const results = (): Promise<number> => status(`messages/batches/${id}/results`, service.messagesHeaders);
    await eventually(async () => (await results()) === 200);
    ahead = 48 * hour - 60_000;
    expect(await results()).toBe(200);
    ahead = 48 * hour + 60_000;
    expect(await results()).toBe(404);
  });

  it('in a conversation stays there until it is deleted', async () => {
    await start();
    const { id } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
    const response = await create({ conversation: id });
    ahead = 100 * retentionMs;
    await restart();
    await expectDeleted(`responses/${response}`);
    const items = (await (
      await fetch(`${service.url}/v1/conversations/${id}/items`, { headers: service.responsesHeaders })
    ).json()) as { data: unknown[] };
    expect(items.data).toHaveLength(2);
  });

  it('of a conversation is deleted when it got no item for its retention, if that is set', async () => {
    await start();
    const converse = async (headers = service.responsesHeaders): Promise<string> =>
      ((await (await service.post('/v1/conversations', {}, headers)).json()) as { id: string }).id;
    const ids = [await converse(), await converse(bob)] as const;
    ahead = 100 * hour;
    await restart();
    expect([await status(`conversations/${ids[0]}`), await status(`conversations/${ids[1]}`, bob)]).toEqual([200, 200]);
    conversationRetentionMs = 48 * hour;
    ahead = 47 * hour;
    await restart();
    expect(await status(`conversations/${ids[0]}`)).toBe(200);
    ahead = 49 * hour;
    await restart();
    await expectDeleted(`conversations/${ids[0]}`);
    await expectDeleted(`conversations/${ids[1]}`, bob);
  });
});
