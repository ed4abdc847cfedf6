// What the policy of a model rejects does not reach its upstream, whatever way a request comes in.
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { startPolicedService, type PolicedService } from './policed-service.js';

type Json = Readonly<Record<string, unknown>>;

let policed: PolicedService;
beforeAll(async () => {
  policed = await startPolicedService();
});
afterAll(() => policed.close());

const post = async (
  path: string,
  body: Json,
): Promise<{ readonly status: number; readonly warning: string; readonly payload: Json }> => {
  const response = await policed.service.post(path, body);
  return {
    status: response.status,
    warning: response.headers.get('x-service-warning') ?? '',
    payload: (await response.json()) as Json,
  };
};
const sentSince = (before: number): readonly Json[] => policed.upstream.requests.slice(before).map(({ body }) => body);
const asked = (): number => policed.upstream.requests.length;

const mcp = { type: 'mcp', server_label: 'x', server_url: 'https://evil.example.com/' };
const attacks: readonly (readonly [string, string, Json, string])[] = [
  ['an MCP server', 'r', { tools: [mcp] }, 'tools.0'],
  [
    'an MCP server in an item',
    'r',
    {
      input: [
        { role: 'user', content: 'x' },
        { type: 'additional_tools', role: 'developer', tools: [mcp] },
      ],
    },
    'input.1.tools.0',
  ],
  ['an MCP server that a trusted model does not list', 'trusted-1', { tools: [mcp] }, 'tools.0'],
  [
    "another tenant's vector store",
    'code',
    { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] },
    'tools.0.vector_store_ids.0',
  ],
  [
    "another tenant's container",
    'code',
    { tools: [{ type: 'code_interpreter', container: 'cntr_1' }] },
    'tools.0.container',
  ],
  [
    "another tenant's file",
    'r',
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] },
    'input.0.content.0.file_id',
  ],
  ["another tenant's prompt", 'r', { prompt: { id: 'pmpt_1' } }, 'prompt.id'],
  [
    'a metadata address',
    'r',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://169.254.169.254/latest' }] }] },
    'input.0.content.0.image_url',
  ],
  [
    'a local name',
    'r',
    { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'http://localhost:9/x' }] }] },
    'input.0.content.0.file_url',
  ],
  [
    'a file of the upstream’s machine',
    'r',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'file:///etc/passwd' }] }] },
    'input.0.content.0.image_url',
  ],
  [
    'a public address under reject',
    'strict',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/x.png' }] }] },
    'input.0.content.0.image_url',
  ],
  ['a hosted tool under reject', 'strict', { tools: [{ type: 'web_search' }] }, 'tools.0'],
  ['an unknown field under reject', 'strict', { new_field: 1 }, 'new_field'],
  ['a costly tier under reject', 'strict', { service_tier: 'priority' }, 'service_tier'],
  ['an address under reject', 'strict', { api_base: 'https://evil.example.com' }, 'api_base'],
];

describe('POST /v1/responses', () => {
  it.each(attacks)('rejects %s', async (_, model, body, param) => {
    const before = asked();
    const { status, payload } = await post('/v1/responses', { model, input: 'Hi.', ...body });
    expect({ status, payload }).toMatchObject({
      status: 400,
      payload: {
        error: {
          type: 'invalid_request_error',
          param,
          message: expect.stringMatching(new RegExp(`^${param}: .*'?upstreamPolicy|^${param}: the upstream never`)),
        },
      },
    });
    expect(sentSince(before)).toEqual([]);
  });

  it('leaves out hosted tools, costly tiers and what steers addresses, with warnings', async () => {
    const before = asked();
    const { status, warning } = await post('/v1/responses', {
      model: 'r',
      input: 'Hi.',
      tools: [{ type: 'web_search' }, { type: 'code_interpreter', container: { type: 'auto' } }],
      tool_choice: { type: 'web_search' },
      service_tier: 'priority',
      api_base: 'https://evil.example.com',
      base_url: 'https://evil.example.com',
      extra_headers: { authorization: 'x' },
      client_metadata: { session: 's' },
    });
    expect(status).toBe(200);
    for (const param of ['tools.0', 'tools.1', 'service_tier', 'api_base', 'base_url', 'extra_headers'])
      expect(warning).toContain(`dropped ${param}: `);
    const [sent = {}] = sentSince(before);
    expect(sent).toMatchObject({ client_metadata: { session: 's' } });
    for (const name of ['tools', 'tool_choice', 'service_tier', 'api_base', 'base_url', 'extra_headers'])
      expect(sent).not.toHaveProperty(name);
  });

  it('sends a trusted model everything that its policy lets pass', async () => {
    const before = asked();
    const body = {
      input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }],
      tools: [
        { ...mcp, server_url: 'https://mcp.example.com' },
        { type: 'code_interpreter', container: 'cntr_1' },
      ],
      service_tier: 'priority',
    };
    expect((await post('/v1/responses', { model: 'trusted-1', ...body })).status).toBe(200);
    expect(sentSince(before)).toEqual([expect.objectContaining(body)]);
  });

  it('rejects a request for the background before it is queued', async () => {
    const { status } = await post('/v1/responses', { model: 'r', input: 'Hi.', background: true, tools: [mcp] });
    expect(status).toBe(400);
  });

  it('leaves out of a request in the background what it leaves out of others', async () => {
    const before = asked();
    const body = { model: 'r', input: 'Hi.', background: true, tools: [{ type: 'web_search' }], api_base: 'x' };
    expect((await post('/v1/responses', body)).status).toBe(200);
    await eventually(() => asked() > before);
    const [sent = {}] = sentSince(before);
    expect(sent).not.toHaveProperty('tools');
    expect(sent).not.toHaveProperty('api_base');
  });
});

it.each([['/v1/responses/input_tokens'], ['/v1/responses/compact']])('POST %s rejects the same', async (path) => {
  const before = asked();
  const input = [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://169.254.169.254/' }] }];
  expect(await post(path, { model: 'r', input })).toMatchObject({
    status: 400,
    payload: { error: { param: 'input.0.content.0.image_url' } },
  });
  expect(sentSince(before)).toEqual([]);
});

it('a WebSocket frame is rejected with the path of the field', async () => {
  const client = await openFrames(policed.service.url, policed.service.responsesHeaders);
  const before = asked();
  expect(await client.ask({ type: 'response.create', model: 'r', input: 'Hi.', tools: [mcp] })).toMatchObject({
    type: 'error',
    status: 400,
    error: { param: 'tools.0' },
  });
  expect(await client.ask({ type: 'response.create', model: 'strict', input: 'Hi.' })).toMatchObject({
    type: 'response.completed',
  });
  expect(sentSince(before)).toHaveLength(1);
  client.socket.close();
});

describe('the messages dialect', () => {
  const user = (content: unknown): Json => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] });
  const cases: readonly (readonly [string, Json, string])[] = [
    ['a container', { ...user('Hi.'), container: 'container_1' }, 'container'],
    [
      'an MCP server',
      { ...user('Hi.'), mcp_servers: [{ type: 'url', name: 'x', url: 'https://evil.example.com/' }] },
      'mcp_servers.0',
    ],
    ['a file', user([{ type: 'container_upload', file_id: 'file_1' }]), 'messages.0.content.0.file_id'],
    [
      'a metadata address',
      user([{ type: 'image', source: { type: 'url', url: 'http://metadata.google.internal/' } }]),
      'messages.0.content.0.source.url',
    ],
  ];

  it.each(cases)('rejects %s, also where tokens are counted', async (_, body, path) => {
    const before = asked();
    for (const endpoint of ['/v1/messages', '/v1/messages/count_tokens'])
      expect(await post(endpoint, body)).toMatchObject({
        status: 400,
        payload: {
          type: 'error',
          error: { type: 'invalid_request_error', message: expect.stringContaining(`${path}: `) },
        },
      });
    expect(sentSince(before)).toEqual([]);
  });

  it('rejects a request of a batch', async () => {
    const before = asked();
    const [, { model: _, ...params } = {}] = cases[1] ?? [];
    const batch = await post('/v1/messages/batches', {
      requests: [{ custom_id: 'a', params: { model: 'm', ...params } }],
    });
    const read = async (): Promise<Json> =>
      (await (
        await fetch(`${policed.service.url}/v1/messages/batches/${String(batch.payload['id'])}`, {
          headers: policed.service.messagesHeaders,
        })
      ).json()) as Json;
    await eventually(async () => (await read())['processing_status'] === 'ended');
    expect((await read())['request_counts']).toMatchObject({ errored: 1, succeeded: 0 });
    expect(sentSince(before)).toEqual([]);
  });

  it('leaves out hosted tools, speed and fallbacks, with warnings', async () => {
    const before = asked();
    const { status, warning } = await post('/v1/messages', {
      ...user('Hi.'),
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      speed: 'fast',
      fallbacks: [{ model: 'opus' }],
    });
    expect(status).toBe(200);
    for (const param of ['tools.0', 'speed', 'fallbacks']) expect(warning).toContain(`dropped ${param}: `);
    const [sent = {}] = sentSince(before);
    for (const name of ['tools', 'speed', 'fallbacks']) expect(sent).not.toHaveProperty(name);
  });

  it('to an upstream of another API rejects a metadata address, too', async () => {
    const before = asked();
    const content = [{ type: 'image', source: { type: 'url', url: 'http://169.254.169.254/' } }];
    for (const model of ['r', 'c'])
      expect(await post('/v1/messages', { ...user(content), model })).toMatchObject({
        status: 400,
        payload: { error: { message: expect.stringContaining('messages.0.content.0.source.url: ') } },
      });
    expect(sentSince(before)).toEqual([]);
  });
});
