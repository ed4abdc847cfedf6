import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterEach(() => service.close());

const bob = { authorization: `Bearer ${otherKey}` };

async function create(extra: object = {}): Promise<Record<string, unknown> & { id: string }> {
  const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', ...extra });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown> & { id: string };
}

const get = (path: string, headers: Readonly<Record<string, string>> = service.responsesHeaders): Promise<Response> =>
  fetch(`${service.url}/v1/responses/${path}`, { headers });
const remove = (id: string, headers: Readonly<Record<string, string>> = service.responsesHeaders): Promise<Response> =>
  fetch(`${service.url}/v1/responses/${id}`, { method: 'DELETE', headers });

describe('a stored response', () => {
  it('is returned as it was delivered, also after a restart', async () => {
    const created = await create();
    expect(await (await get(created.id)).json()).toEqual(created);
    await service.stop();
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Other.')) },
      dataDir: service.dataDir,
    });
    expect(await (await get(created.id)).json()).toEqual(created);
  });

  it('is returned as in the last event of its stream', async () => {
    const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', stream: true });
    const completed =
      /^data: (\{"type":"response\.completed".*|\{.*"type":"response\.completed".*)$/m.exec(
        await response.text(),
      )?.[1] ?? '{}';
    const final = (JSON.parse(completed) as { response: { id: string } }).response;
    expect(await (await get(final.id)).json()).toEqual(final);
  });

  it('does not exist after its deletion', async () => {
    const { id } = await create();
    expect(await (await remove(id)).json()).toEqual({ id, object: 'response.deleted', deleted: true });
    expect((await get(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('is byte-identical to a missing one for another key', async () => {
    const { id } = await create();
    const message = (response: Response): Promise<string> => response.text();
    const never = 'resp_0000000000000000000000';
    expect(await message(await get(id, bob))).toBe(await message(await get(never, bob)));
    expect((await get(id, bob)).status).toBe(404);
    expect(await message(await get(`${id}/input_items`, bob))).toBe(
      await message(await get(`${never}/input_items`, bob)),
    );
    expect(await message(await remove(id, bob))).toBe(await message(await remove(never, bob)));
    const chain = (previous: string): Promise<Response> =>
      service.post('/v1/responses', { model: 'm', input: 'Hi', previous_response_id: previous }, bob);
    const [other, missing] = [await chain(id), await chain(never)];
    expect([other.status, missing.status]).toEqual([400, 400]);
    expect((await other.text()).replaceAll(id, never)).toBe(await missing.text());
    expect((await get(id)).status).toBe(200);
  });

  it('names a deleted previous response, and only to its own key', async () => {
    const first = await create();
    const second = await create({ previous_response_id: first.id });
    const third = await create({ previous_response_id: second.id });
    const never = `resp_${'0'.repeat(third.id.length - 5)}`;
    expect((await remove(first.id)).status).toBe(200);
    const goOn = async (path: string, previous: string, headers?: Readonly<Record<string, string>>): Promise<string> =>
      (await service.post(path, { model: 'm', input: 'Hi', previous_response_id: previous }, headers)).text();
    for (const path of ['/v1/responses', '/v1/responses/input_tokens', '/v1/responses/compact']) {
      expect(JSON.parse(await goOn(path, third.id))).toMatchObject({
        error: {
          type: 'invalid_request_error',
          code: 'previous_response_not_found',
          param: 'previous_response_id',
          message: `Previous response with id '${third.id}' cannot be continued: '${first.id}', which it continues, is not stored.`,
        },
      });
      expect((await goOn(path, third.id, bob)).replaceAll(third.id, never)).toBe(await goOn(path, never, bob));
      expect(JSON.parse(await goOn(path, first.id))).toMatchObject({
        error: { message: `Previous response with id '${first.id}' not found.` },
      });
    }
  });

  it('lists what was sent, page by page, in both orders', async () => {
    const input = ['one', 'two', 'three'].map((content) => ({ role: 'user', content }));
    const { id } = await create({ input });
    interface Page {
      data: { id: string; content: { text: string }[] }[];
      has_more: boolean;
      first_id: string;
      last_id: string;
    }
    const page = async (query: string): Promise<Page> =>
      (await (await get(`${id}/input_items?${query}`)).json()) as Page;
    const texts = ({ data }: Page): string[] => data.map(({ content }) => content[0]?.text ?? '');
    expect(texts(await page('order=asc'))).toEqual(['one', 'two', 'three']);
    expect(texts(await page(''))).toEqual(['three', 'two', 'one']);
    const first = await page('order=asc&limit=2');
    expect(first).toMatchObject({ has_more: true, first_id: first.data[0]?.id, last_id: first.data[1]?.id });
    const second = await page(`order=asc&limit=2&after=${first.last_id}`);
    expect(texts(second)).toEqual(['three']);
    expect(second.has_more).toBe(false);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['order=up', 'order'],
    ['after=nothing', 'after'],
  ])('does not take the query %s', async (query, param) => {
    const { id } = await create();
    const response = await get(`${id}/input_items?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});

describe('store: false', () => {
  it('stores nothing', async () => {
    const { id } = await create({ store: false });
    expect((await get(id)).status).toBe(404);
  });
});

describe('a message', () => {
  it('is no response', async () => {
    const response = await service.post('/v1/messages', {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const { id } = (await response.json()) as { id: string };
    expect((await get(id)).status).toBe(404);
  });
});
