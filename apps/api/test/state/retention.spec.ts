// How long things are kept: as long as the setting says, for every owner alike, and what has no end until it is deleted.
import { playing, textAnswer } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const hour = 3_600_000;
const retentionMs = 2 * hour;
const bob = { authorization: `Bearer ${otherKey}` };
let service: TestService;
let ahead = 0;
const start = async (dataDir?: string): Promise<void> => {
  const clock = { now: () => Date.now() + ahead };
  service = await startTestService({ models: { m: playing(...textAnswer('Hello.')) }, config: { retentionMs }, clock, ...(dataDir === undefined ? {} : { dataDir }) });
};
beforeEach(() => {
  ahead = 0;
});
afterEach(() => service.close());

const create = async (body: object = {}, headers = service.responsesHeaders): Promise<string> =>
  ((await (await service.post('/v1/responses', { model: 'm', input: 'Hi', ...body }, headers)).json()) as { id: string }).id;
const status = async (path: string, headers = service.responsesHeaders): Promise<number> => (await fetch(`${service.url}/v1/${path}`, { headers })).status;
/** Waits until it is gone: forgetting begins when the service starts, and takes as long as it takes. */
const gone = async (path: string, headers = service.responsesHeaders): Promise<void> => {
  for (const end = performance.now() + 10_000; (await status(path, headers)) !== 404; ) {
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
  it('is forgotten when its time is over, whoever owns it, and not before', async () => {
    await start();
    const ids = { alice: await create(), bob: await create({}, bob) };
    ahead = hour;
    const later = await create();
    await restart();
    expect([await status(`responses/${ids.alice}`), await status(`responses/${ids.bob}`, bob)]).toEqual([200, 200]);
    ahead = retentionMs + 60_000;
    await restart();
    await gone(`responses/${ids.alice}`);
    await gone(`responses/${ids.bob}`, bob);
    expect(await status(`responses/${later}`)).toBe(200);
    ahead = retentionMs + 2 * hour;
    await restart();
    await gone(`responses/${later}`);
  });

  it('is kept for as long as something continues it that is kept itself', async () => {
    await start();
    const [first, alone] = [await create(), await create()];
    ahead = hour;
    const second = await create({ previous_response_id: first });
    ahead = retentionMs + 60_000;
    await restart();
    await gone(`responses/${alone}`);
    expect([await status(`responses/${first}`), await status(`responses/${second}`)]).toEqual([200, 200]);
    ahead = retentionMs + 2 * hour;
    await restart();
    await gone(`responses/${second}`);
    await gone(`responses/${first}`);
  });

  it('in a conversation stays there until it is deleted', async () => {
    await start();
    const { id } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
    const response = await create({ conversation: id });
    ahead = 100 * retentionMs;
    await restart();
    await gone(`responses/${response}`);
    const items = (await (await fetch(`${service.url}/v1/conversations/${id}/items`, { headers: service.responsesHeaders })).json()) as { data: unknown[] };
    expect(items.data).toHaveLength(2);
  });
});
