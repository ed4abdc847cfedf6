// Items that were stored under one policy and are sent under another, and ids that belong to the owner that received them.
import { otherKey } from '../kit/start-service.js';
import { eventsOf, startPolicedService, type PolicedService } from './policed-service.js';

type Json = Readonly<Record<string, unknown>>;

let policed: PolicedService;
beforeEach(async () => {
  policed = await startPolicedService();
});
afterEach(() => policed.close());

async function create(
  body: Json,
  key = policed.service.key,
): Promise<{ readonly status: number; readonly warning: string; readonly payload: Json }> {
  const response = await policed.service.post('/v1/responses', body, { authorization: `Bearer ${key}` });
  return {
    status: response.status,
    warning: response.headers.get('x-service-warning') ?? '',
    payload: (await response.json()) as Json,
  };
}
const lastInput = (): readonly Json[] => policed.upstream.requests.at(-1)?.body['input'] as readonly Json[];
const picture = { type: 'input_image', image_url: 'https://example.com/x.png', detail: 'auto' };
const pictured = {
  model: 'trusted-1',
  input: [{ role: 'user', content: [picture, { type: 'input_file', file_id: 'file-1' }] }],
};

it('leaves out of earlier turns what the policy of the model does not let pass', async () => {
  const first = await create(pictured);
  expect(lastInput()[0]).toMatchObject({ content: pictured.input[0]?.content });
  const second = await create({ model: 'strict', input: 'And now?', previous_response_id: first.payload['id'] });
  expect(second.status).toBe(200);
  expect(second.warning).toContain('earlier turns');
  expect(second.warning).toContain("'upstreamPolicy.vendorIds' is 'reject'");
  expect(JSON.stringify(lastInput())).not.toContain('example.com');
  expect(JSON.stringify(lastInput())).not.toContain('file-1');
});

it('leaves the same out of a conversation and of referenced items', async () => {
  const conversation = (await (
    await policed.service.post('/v1/conversations', {
      items: pictured.input.map((item) => ({ type: 'message', ...item })),
    })
  ).json()) as Json;
  expect((await create({ model: 'strict', input: 'And now?', conversation: conversation['id'] })).status).toBe(200);
  expect(JSON.stringify(lastInput())).not.toContain('example.com');
  expect(JSON.stringify(lastInput())).not.toContain('file-1');

  const first = await create(pictured);
  const listed = await fetch(`${policed.service.url}/v1/responses/${String(first.payload['id'])}/input_items`, {
    headers: policed.service.responsesHeaders,
  });
  const { data } = (await listed.json()) as { readonly data: readonly Json[] };
  const reference = { type: 'item_reference', id: data[0]?.['id'] };
  const { status } = await create({ model: 'strict', input: [reference, { role: 'user', content: 'And now?' }] });
  expect(status).toBe(200);
  expect(JSON.stringify(lastInput())).not.toContain('example.com');
  expect(JSON.stringify(lastInput())).not.toContain('file-1');
});

describe('the id of a container in a response', () => {
  const call = {
    type: 'code_interpreter_call',
    id: 'ci_1',
    status: 'completed',
    container_id: 'cntr_1',
    code: '1',
    outputs: null,
  };
  const withCall = (): readonly object[] => {
    const events = eventsOf('/v1/responses') as readonly Json[];
    const completed = events.at(-1) as { readonly type: string; readonly response: Json };
    const [created] = events;
    return [
      created ?? {},
      { type: 'response.output_item.added', output_index: 0, item: { ...call, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item: call },
      { ...completed, response: { ...completed.response, output: [call] } },
    ];
  };

  /** The id that the first key receives. */
  async function receive(model = 'code', stream = false): Promise<string> {
    policed.upstream.replay({ events: withCall() });
    const response = await policed.service.post('/v1/responses', {
      model,
      input: 'Count.',
      stream,
      tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
    });
    const ids = [...(await response.text()).matchAll(/"container_id":\s*"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(1);
    policed.upstream.replay({ events: eventsOf('/v1/responses') });
    return ids[0] ?? '';
  }
  const use = (container: string): Json => ({
    model: 'code',
    input: 'More.',
    tools: [{ type: 'code_interpreter', container }],
  });

  it.each([false, true])('works for the owner that received it, streamed: %j', async (stream) => {
    const id = await receive('code', stream);
    expect(id).toMatch(/^cntr_1\.own_/);
    expect((await create(use(id))).status).toBe(200);
    expect(policed.upstream.requests.at(-1)?.body['tools']).toEqual([
      { type: 'code_interpreter', container: 'cntr_1' },
    ]);
  });

  it('works for no other owner, changed, or at another upstream', async () => {
    const id = await receive();
    const before = policed.upstream.requests.length;
    const rejected = { status: 400, payload: { error: { param: 'tools.0.container' } } };
    expect(await create(use(id), otherKey)).toMatchObject(rejected);
    expect(await create(use(id.replace('cntr_1', 'cntr_2')))).toMatchObject(rejected);
    expect(await create(use('cntr_1'))).toMatchObject(rejected);
    const response = await policed.service.post('/v1/messages', {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'x' }],
      container: id,
    });
    expect(response.status).toBe(400);
    expect(policed.upstream.requests).toHaveLength(before);
  });

  it('reaches the upstream in its own form with earlier turns and items that are sent back', async () => {
    policed.upstream.replay({ events: withCall() });
    const first = await create({ model: 'code', input: 'Count.' });
    policed.upstream.replay({ events: eventsOf('/v1/responses') });
    await create({ model: 'code', input: 'More.', previous_response_id: first.payload['id'] });
    expect(lastInput()).toContainEqual(
      expect.objectContaining({ type: 'code_interpreter_call', container_id: 'cntr_1' }),
    );
    const [item] = first.payload['output'] as readonly Json[];
    expect((await create({ model: 'code', input: [item, { role: 'user', content: 'More.' }] })).status).toBe(200);
    expect(lastInput()).toContainEqual(
      expect.objectContaining({ type: 'code_interpreter_call', container_id: 'cntr_1' }),
    );
    const others = await create({ model: 'code', input: [item, { role: 'user', content: 'More.' }] }, otherKey);
    expect(others.warning).toContain('dropped input.0.container_id: ');
    expect(JSON.stringify(lastInput())).not.toContain('cntr_1');
  });

  it('is the upstream’s own where ids of any owner pass', async () => {
    expect(await receive('trusted-1')).toBe('cntr_1');
  });
});
