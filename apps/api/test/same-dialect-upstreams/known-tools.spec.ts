// Codex with servers of its own API that support only functions: each of its requests contains custom tools, groups
// and hosted tools.
import { PolicySettings } from '#src/config/service-file.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { openPolicy } from '../kit/open-policy.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import {
  startReplayUpstream,
  type ReceivedRequest,
  type ReplayedResponse,
  type ReplayUpstream,
} from './replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
beforeAll(async () => {
  upstream = await startReplayUpstream();
});
afterAll(() => upstream.close());

const services: TestService[] = [];
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())));

/** Starts each test with an upstream of unknown capabilities. */
async function start(settings: { readonly tools?: 'plain' | 'functions' } = {}): Promise<TestService> {
  const languageModel = await createLanguageModel(
    { name: 'm', provider: { kind: 'responses', baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy, ...settings } },
    {},
  );
  const service = await startTestService({ models: { m: languageModel } });
  services.push(service);
  return service;
}

const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch" /.+/s' };
const tools = [
  {
    type: 'function',
    name: 'exec_command',
    strict: false,
    parameters: { type: 'object', properties: { cmd: { type: 'string' } } },
  },
  { type: 'custom', name: 'apply_patch', description: 'Changes files.', format: grammar },
  {
    type: 'namespace',
    name: 'agents',
    description: 'Other agents.',
    tools: [{ type: 'function', name: 'spawn', parameters: { type: 'object', properties: {} } }],
  },
  { type: 'web_search', external_web_access: false },
];
const patch = '*** Begin Patch\n*** Add File: "a b.txt"\n+é 😀\n*** End Patch';
const ask = { model: 'm', store: false, input: 'Go on.', tools };

function replyOf(...output: readonly Json[]): ReplayedResponse {
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'u',
    status: 'completed',
    output,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
  const events = output.flatMap((item, index) => {
    const written = typeof item['arguments'] === 'string' ? item['arguments'] : undefined;
    const chunks = written?.match(/[^]{1,7}/gu) ?? [];
    return [
      {
        type: 'response.output_item.added',
        output_index: index,
        item: { ...item, ...(written !== undefined && { arguments: '' }), status: 'in_progress' },
      },
      ...chunks.map((delta) => ({
        type: 'response.function_call_arguments.delta',
        output_index: index,
        item_id: item['id'],
        delta,
      })),
      { type: 'response.output_item.done', output_index: index, item },
    ];
  });
  return {
    events: [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...events,
      { type: 'response.completed', response },
    ],
  };
}

const calls = replyOf(
  {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'apply_patch',
    arguments: JSON.stringify({ input: patch }),
    status: 'completed',
  },
  { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'agents__spawn', arguments: '{}', status: 'completed' },
  {
    type: 'function_call',
    id: 'fc_3',
    call_id: 'call_3',
    name: 'exec_command',
    arguments: '{"cmd":"ls"}',
    status: 'completed',
  },
);

const toolsOf = ({ body }: ReceivedRequest): readonly Json[] => body['tools'] as readonly Json[];
const typesOf = (asked: ReceivedRequest): readonly unknown[] => toolsOf(asked).map(({ type }) => type);
const refused = (message: string, status = 400): ReplayedResponse => ({
  status,
  document: { error: { message, type: 'invalid_request_error', param: null, code: null } },
});

/** Creates a server that rejects requests with a tool of one of these types. */
function refusing(
  types: readonly string[],
  errorText: (type: string) => string,
  status = 400,
): (asked: ReceivedRequest) => ReplayedResponse {
  return (asked) => {
    const type = typesOf(asked).find((one) => types.includes(String(one)));
    return type === undefined ? calls : refused(errorText(String(type)), status);
  };
}

const itemsOf = async (response: Response): Promise<readonly Json[]> =>
  ((await response.json()) as { readonly output: readonly Json[] }).output;

/** The items of a stream, and the free text as it grew. */
async function streamed(response: Response): Promise<{ readonly items: readonly unknown[]; readonly input: string }> {
  const events = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Json] : []));
  return {
    items: events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : [])),
    input: events
      .flatMap(({ type, delta }) => (type === 'response.custom_tool_call_input.delta' ? [delta] : []))
      .join(''),
  };
}

describe.each<[string, (asked: ReceivedRequest) => ReplayedResponse, readonly unknown[]]>([
  [
    'llama.cpp',
    refusing(['custom', 'namespace', 'web_search'], () => "'type' of tool must be 'function'"),
    ['function', 'function', 'function'],
  ],
  [
    'LM Studio',
    refusing(['custom', 'namespace', 'web_search'], (type) =>
      JSON.stringify([
        {
          received: type,
          code: 'invalid_literal',
          expected: 'function',
          path: [1, 'type'],
          message: 'Invalid literal value, expected "function"',
        },
      ]),
    ),
    ['function', 'function', 'function'],
  ],
  [
    'vLLM with models of harmony',
    refusing(['custom', 'namespace', 'web_search'], (type) => `tool type ${type} not supported`),
    ['function', 'function', 'function'],
  ],
  [
    'Ollama',
    refusing(
      ['namespace'],
      (type) => `Failed to parse tools: Unsupported tool type: {"type":"${type}","function":{"name":"agents"}}`,
      500,
    ),
    ['function', 'function', 'function', 'web_search'],
  ],
  [
    'a server whose checks are of pydantic',
    refusing(
      ['custom', 'namespace'],
      (type) =>
        `[{'type': 'union_tag_invalid', 'loc': ('body', 'tools', 1), 'msg': "Input tag '${type}' found using 'type' does not match any of the expected tags: 'function', 'web_search'"}]`,
    ),
    ['function', 'function', 'function', 'web_search'],
  ],
  [
    'a server in Rust',
    refusing(
      ['custom', 'namespace'],
      (type) =>
        `Failed to deserialize the JSON body: tools[1].type: unknown variant \`${type}\`, expected one of \`function\`, \`web_search\``,
    ),
    ['function', 'function', 'function', 'web_search'],
  ],
  [
    'Meta',
    refusing(['custom'], (type) => `\`${type}\` tools are not supported on this endpoint`),
    ['function', 'function', 'function', 'web_search'],
  ],
])('a client with custom tools and groups on %s', (_, server, types) => {
  it.each([false, true])('calls them all, streamed: %j', async (stream) => {
    const service = await start();
    upstream.replay(server);
    const response = await service.post('/v1/responses', { ...ask, stream }, service.responsesHeaders);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-service-warning')).toContain("receives the grammar of 'apply_patch'");
    const sent = upstream.requests.at(-1);
    expect(sent === undefined ? [] : typesOf(sent)).toEqual(types);
    expect(sent?.body['tools']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'function',
          name: 'apply_patch',
          description: expect.stringContaining('Begin Patch') as string,
        }),
        expect.objectContaining({ type: 'function', name: 'agents__spawn' }),
      ]),
    );
    const wanted = [
      { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch },
      { type: 'function_call', call_id: 'call_2', namespace: 'agents', name: 'spawn', arguments: '{}' },
      { type: 'function_call', call_id: 'call_3', name: 'exec_command', arguments: '{"cmd":"ls"}' },
    ];
    const received = stream ? await streamed(response) : { items: await itemsOf(response), input: patch };
    expect(received.items).toMatchObject(wanted);
    expect(received.input).toBe(patch);
  });

  it('causes one upstream rejection, not one per request', async () => {
    const service = await start();
    upstream.replay(server);
    await service.post('/v1/responses', ask, service.responsesHeaders);
    const before = upstream.requests.length;
    await service.post('/v1/responses', ask, service.responsesHeaders);
    expect(upstream.requests).toHaveLength(before + 1);
  });
});

const replayed = [
  { type: 'message', role: 'user', content: 'Change it.' },
  {
    type: 'message',
    id: 'msg_a',
    role: 'assistant',
    phase: 'commentary',
    status: 'completed',
    content: [{ type: 'output_text', text: 'So be it.', annotations: [] }],
  },
  { role: 'assistant', content: 'At once.' },
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
  { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'apply_patch', input: patch, status: 'completed' },
  { type: 'custom_tool_call_output', call_id: 'call_1', output: 'Done.' },
  { type: 'function_call', id: 'fc_2', call_id: 'call_2', namespace: 'agents', name: 'spawn', arguments: '{}' },
  { type: 'function_call_output', call_id: 'call_2', output: 'spawned' },
];

/** llama.cpp does not accept an assistant message without its type. */
const plainReplay = [
  { type: 'message', role: 'assistant', content: 'At once.' },
  { type: 'message', role: 'assistant', content: 'Searched the web for: q' },
  { type: 'function_call', call_id: 'call_1', name: 'apply_patch', arguments: JSON.stringify({ input: patch }) },
  { type: 'function_call_output', call_id: 'call_1', output: 'Done.' },
  { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'agents__spawn', arguments: '{}' },
  { type: 'function_call_output', call_id: 'call_2', output: 'spawned' },
];

it.each([
  ['Ollama', (type: unknown) => `input[3]: unknown input item type: "${String(type)}"`],
  ['SGLang', (type: unknown) => `Unsupported Responses API input item type: '${String(type)}'`],
])(
  'sends earlier custom tool calls as function calls to %s, which ignores such tools but rejects their calls',
  async (_, errorText) => {
    const service = await start();
    upstream.replay((asked) => {
      const unknown = (asked.body['input'] as readonly Json[]).find(
        ({ type }) => !['message', 'function_call', 'function_call_output'].includes(String(type)),
      );
      return unknown === undefined ? calls : refused(errorText(unknown['type']));
    });
    const response = await service.post('/v1/responses', { ...ask, input: replayed }, service.responsesHeaders);
    expect(response.status).toBe(200);
    expect(upstream.requests.at(-1)?.body['input']).toEqual([...replayed.slice(0, 2), ...plainReplay]);
  },
);

it('sends only functions from the start to a server that is configured so', async () => {
  const service = await start({ tools: 'functions' });
  upstream.replay(calls);
  const before = upstream.requests.length;
  const response = await service.post(
    '/v1/responses',
    { ...ask, input: replayed, tool_choice: { type: 'custom', name: 'apply_patch' } },
    service.responsesHeaders,
  );
  expect(await itemsOf(response)).toMatchObject([
    { type: 'custom_tool_call', input: patch },
    { type: 'function_call', namespace: 'agents' },
    {},
  ]);
  expect(response.headers.get('x-service-warning')).toContain("does not support the tool 'web_search'");
  expect(upstream.requests).toHaveLength(before + 1);
  expect(upstream.requests.at(-1)?.body).toMatchObject({
    tool_choice: { type: 'function', name: 'apply_patch' },
    input: [...replayed.slice(0, 2), ...plainReplay],
  });
});

describe('a service that rejects unavailable hosted tools', () => {
  async function strict(settings: { readonly tools?: 'functions' } = {}): Promise<TestService> {
    const languageModel = await createLanguageModel(
      {
        name: 'm',
        provider: { kind: 'responses', baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy, ...settings },
      },
      {},
    );
    const service = await startTestService({
      models: { m: languageModel },
      config: { policy: Object.assign(new PolicySettings(), { hostedTools: 'reject' }) },
    });
    services.push(service);
    return service;
  }

  it.each([
    ['that is known to know functions alone', { tools: 'functions' }],
    ['that names the tool', {}],
  ] as const)('rejects those of an upstream %s', async (_, settings) => {
    const service = await strict(settings);
    upstream.replay(refusing(['custom', 'namespace', 'web_search'], () => "'type' of tool must be 'function'"));
    for (const stream of [false, true]) {
      const response = await service.post('/v1/responses', { ...ask, stream }, service.responsesHeaders);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: {
          type: 'invalid_request_error',
          param: 'tools.3',
          message: "The upstream does not support the tool 'web_search'.",
        },
      });
    }
    expect(
      (await service.post('/v1/responses', { ...ask, tools: tools.slice(0, 3) }, service.responsesHeaders)).status,
    ).toBe(200);
  });

  it('lets those through that run at the upstream', async () => {
    const service = await strict();
    upstream.replay(calls);
    expect((await service.post('/v1/responses', ask, service.responsesHeaders)).status).toBe(200);
    expect(toolsOf(upstream.requests.at(-1) as ReceivedRequest)).toContainEqual(tools[3]);
  });
});

it("reports the client's error when a type that the server supports names what it rejects", async () => {
  const service = await start();
  upstream.replay(refused("Hosted tool 'web_search' is not supported with this model."));
  const before = upstream.requests.length;
  expect((await service.post('/v1/responses', ask, service.responsesHeaders)).status).toBe(400);
  expect(upstream.requests).toHaveLength(before + 1);
});

it.each([
  ['responses', '/v1/responses', { model: 'm', input: 'hello' }],
  ['messages', '/v1/messages', { model: 'm', max_tokens: 20, messages: [{ role: 'user', content: 'hello' }] }],
] as const)(
  'serves clients of %s with a warning when a server does not support store: false',
  async (dialect, path, body) => {
    const service = await start();
    upstream.replay((asked) =>
      'store' in asked.body
        ? refused("Unknown parameter: 'store'.")
        : replyOf({
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'hi', annotations: [] }],
          }),
    );
    const response = await service.post(
      path,
      body,
      dialect === 'messages' ? service.messagesHeaders : service.responsesHeaders,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('x-service-warning')).toContain('store');
    expect(await response.text()).toContain('hi');
  },
);
