// Warnings about unsupported parts of a request appear in every kind of response.
import { openFrames, type Frame } from '../kit/frames.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
/** How many messages there were each time that tokens were counted. */
const counted: number[] = [];
beforeAll(async () => {
  service = await startTestService({
    models: {
      m: {
        ...scriptedModel(...textResponse('Hello.')),
        countTokens: async ({ messages }) => ({ inputTokens: counted.push(messages.length) }),
      },
    },
  });
});
afterAll(() => service.close());

const messages = { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] };
const responses = { model: 'm', input: 'Hi' };
const bodies: Readonly<Record<string, object>> = {
  '/v1/messages': messages,
  '/v1/messages/count_tokens': { model: 'm', messages: messages.messages },
  '/v1/responses': responses,
  '/v1/responses/input_tokens': responses,
};

async function warningsOf(path: string, more: object): Promise<string | null> {
  const response = await service.post(path, { ...bodies[path], ...more });
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get('x-service-warning');
}

const search = { tools: [{ type: 'web_search' }, { type: 'web_search', user_location: null }] };

describe.each(Object.keys(bodies))('a response of POST %s', (path) => {
  const tools = path.includes('messages') ? { tools: [{ type: 'web_search_20250305', name: 'web_search' }] } : search;

  it('names what was not honoured in its header', async () => {
    expect(await warningsOf(path, tools)).toMatch(/^dropped tools\.0: /);
  });

  it('has no warning header without a warning', async () => {
    expect(await warningsOf(path, {})).toBeNull();
  });
});

describe('a value of the beta header', () => {
  it.each([
    ['/v1/messages', 'anthropic-beta'],
    ['/v1/messages/count_tokens', 'anthropic-beta'],
    ['/v1/responses', 'openai-beta'],
  ])('is named by POST %s when it is unknown', async (path, header) => {
    const responseTo = (betas: string): Promise<Response> =>
      service.post(path, bodies[path], { ...service.messagesHeaders, [header]: betas });
    const response = await responseTo('files-api-2025-04-14, tomorrow-2030-01-01');
    expect(response.status).toBe(200);
    expect(response.headers.get('x-service-warning')).toBe(
      `ignored ${header}: The service does not know the beta 'tomorrow-2030-01-01'; the model does not receive it.`,
    );
    expect((await responseTo('files-api-2025-04-14')).headers.get('x-service-warning')).toBeNull();
  });
});

describe('an unknown field', () => {
  const { model: _, ...params } = messages;
  const all: Readonly<Record<string, object>> = {
    ...bodies,
    '/v1/responses/compact': responses,
    '/v1/conversations': {},
    '/v1/messages/batches': { requests: [{ custom_id: 'a', params: { model: 'm', ...params } }] },
  };

  it.each(Object.keys(all))('is named by POST %s', async (path) => {
    const [quiet, warned] = await Promise.all(
      [{}, { moon: 1 }].map((more) => service.post(path, { ...all[path], ...more })),
    );
    expect([quiet?.status, quiet?.headers.get('x-service-warning')]).toEqual([200, null]);
    expect(warned?.headers.get('x-service-warning')).toMatch(/^ignored moon: .* is unknown; the service ignores it\.$/);
  });

  it('is named in the requests of a batch, with the first of them that has it', async () => {
    const ask = (id: string, member: object, more: object = {}): object => ({
      custom_id: id,
      params: { ...messages, ...more },
      ...member,
    });
    const requests = [
      ask('a', {}),
      ask('b', { moon: 1 }, { sun: 1, none: null }),
      ask('c', { moon: 1 }, { sun: 2, star: 3 }),
      ask('d', {}, { sun: 1 }),
    ];
    const response = await service.post('/v1/messages/batches', { requests });
    expect([response.status, response.headers.get('x-service-warning')?.split(', ')]).toEqual([
      200,
      [
        "ignored requests.1.moon: 'moon' is unknown; the service ignores it (in 2 requests).",
        "ignored requests.1.params.sun: 'sun' is unknown; the service ignores it (in 3 requests).",
        "ignored requests.2.params.star: 'star' is unknown; the service ignores it.",
      ],
    ]);
  });

  it.each([
    [{}, 'requests.1.custom_id'],
    [{ custom_id: 'b' }, 'requests.1.params'],
    [{ custom_id: 'b', params: { ...messages, stream: true } }, 'requests.1.params.stream'],
    ['b', 'requests.1'],
  ])('does not hide that request %j of a batch cannot be read', async (broken, path) => {
    const response = await service.post('/v1/messages/batches', {
      requests: [{ custom_id: 'a', params: messages }, broken],
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { type: 'invalid_request_error', message: expect.stringMatching(new RegExp(`^${path}: `)) } },
    ]);
  });

  it('is named where a conversation is changed and added to', async () => {
    const { id } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
    for (const [path, body] of [
      ['', { metadata: {} }],
      ['/items', { items: [{ role: 'user', content: 'Hi' }] }],
    ] as const) {
      const response = await service.post(`/v1/conversations/${id}${path}`, { ...body, moon: 1 });
      expect([response.status, response.headers.get('x-service-warning')]).toEqual([
        200,
        expect.stringMatching(/^ignored moon: /),
      ]);
    }
  });
});

describe('an item that models do not receive', () => {
  it('is reported when a conversation is created with it and when it is added to one', async () => {
    const items = [
      { role: 'user', content: 'Hi' },
      { type: 'mesage', role: 'user', content: 'Are you there?' },
      { role: 'user', content: [{ type: 'input_text', text: 'a' }, { type: 'input_smell' }] },
    ];
    const created = await service.post('/v1/conversations', { items });
    const { id } = (await created.json()) as { id: string };
    const added = await service.post(`/v1/conversations/${id}/items`, { items, moon: 1 });
    const warned = (n: number, kind: string): string =>
      `dropped items.${n}: The service does not send '${kind}' to the model unless the model runs at an upstream of this dialect.`;
    const unsupported = [
      warned(1, 'mesage'),
      `${warned(2, 'input_smell').replace('items.2', 'items.2.content.1')}`,
    ].join(', ');
    expect([created.status, created.headers.get('x-service-warning')]).toEqual([200, unsupported]);
    expect([added.status, added.headers.get('x-service-warning')]).toEqual([
      200,
      `ignored moon: 'moon' is unknown; the service ignores it., ${unsupported}`,
    ]);
  });
});

describe('a token count for the continuation of a thread', () => {
  it('covers the complete thread and rejects a missing one', async () => {
    const made = await service.post('/v1/messages', { ...messages, thread: { type: 'create' } });
    const { id } = (await made.json()) as { id: string };
    const count = async (previous: string): Promise<Response> =>
      service.post('/v1/messages/count_tokens', {
        ...bodies['/v1/messages/count_tokens'],
        thread: { type: 'continue', previous_message_id: previous },
      });
    counted.length = 0;
    expect((await count(id)).status).toBe(200);
    expect(counted).toEqual([3]);
    const missing = await count('msg_none');
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } } },
    ]);
  });
});

describe('a response on a WebSocket', () => {
  async function framesOf(more: object): Promise<readonly Frame[]> {
    const client = await openFrames(service.url, service.responsesHeaders);
    await client.ask({ type: 'response.create', ...responses, ...more });
    client.socket.terminate();
    return client.frames;
  }

  it('reports the warning in its first event only, in the words of the header', async () => {
    const [first, ...others] = await framesOf(search);
    expect(first).toMatchObject({ type: 'response.created', sequence_number: 0 });
    expect(first?.['service_warnings']).toEqual(
      (await warningsOf('/v1/responses', search))?.split(', ').filter((text) => text.startsWith('dropped')),
    );
    expect(first?.['service_warnings']).toHaveLength(2);
    expect(others.some((frame) => 'service_warnings' in frame)).toBe(false);
  });

  it('is unchanged without a warning', async () => {
    expect((await framesOf({})).some((frame) => 'service_warnings' in frame)).toBe(false);
  });
});
