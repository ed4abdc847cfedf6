// Hosted tools of the messages dialect, over the API and through the official SDK.
import Anthropic from '@anthropic-ai/sdk';
import type { HostedToolContext, HostedToolRequest, HostedTools, Message, ServerCallOutcome } from '@org/engine';
import { callingModel } from '../kit/calling-model.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const functions = {
  'web-search': 'web_search',
  'web-fetch': 'web_fetch',
  'file-search': 'file_search',
  code: 'python',
};

/** Tools that give what a test can foresee. */
class FakeTools implements HostedTools {
  readonly kinds = new Set(['web-search', 'web-fetch', 'code'] as const);
  readonly opened: HostedToolRequest[] = [];
  readonly calls: string[] = [];

  async open(
    request: HostedToolRequest,
    { numberOf, numberPassages }: HostedToolContext,
  ): Promise<Awaited<ReturnType<HostedTools['open']>>> {
    this.opened.push(request);
    const { kind } = request;
    const { maxUses = Infinity } = request.kind === 'web-search' ? request : {};
    let uses = 0;
    return {
      functions: [{ name: functions[kind], description: kind, inputSchema: { type: 'object' } }],
      call: async (_, argumentsText) => {
        uses += 1;
        if (uses > maxUses)
          return { content: [], isError: true, hosted: { type: 'failed', code: 'max-uses-exceeded' } };
        this.calls.push(argumentsText);
        return outcomeOf(request, { numberOf, numberPassages });
      },
      close: async () => undefined,
    };
  }

  async ready(): Promise<void> {}

  async close(): Promise<void> {}
}

const page = { url: 'https://a.example/', title: 'Lakes', text: 'Deep water.' };

function outcomeOf(
  request: HostedToolRequest,
  { numberOf, numberPassages }: Pick<HostedToolContext, 'numberOf' | 'numberPassages'>,
): ServerCallOutcome {
  switch (request.kind) {
    case 'web-search':
      return {
        content: [
          { type: 'text', text: `[${numberOf({ type: 'page', ...page })}] ${page.title}\n${page.url}\n${page.text}` },
        ],
        hosted: {
          type: 'web-search',
          queries: ['lakes'],
          hits: [{ ...page, pageAge: '1 day ago' }],
        },
      };
    case 'web-fetch': {
      const { citations = false } = request;
      const text = 'All about lakes.';
      const passages = citations ? numberPassages({ title: 'Lakes', text: { unit: 'character', text } }) : [];
      return {
        content: [
          { type: 'text', text: citations ? passages.map((one) => `[${one.number}] ${one.text}`).join('\n') : text },
        ],
        hosted: {
          type: 'web-fetch',
          url: 'https://a.example/',
          retrievedAt: 1_700_000_000,
          document: { type: 'text', text },
          citations,
        },
      };
    }
    default:
      return {
        content: [{ type: 'text', text: '42' }],
        hosted: {
          type: 'code',
          language: 'python',
          containerId: 'container_1',
          containerExpiresAt: 4_000_000_000,
          stdout: '42\n',
          stderr: '',
          returnCode: 0,
          files: [],
        },
      };
  }
}

let tools: FakeTools;
let model: ReturnType<typeof callingModel>;
let service: TestService;
let alice: Anthropic;
let bob: Anthropic;

beforeAll(async () => {
  tools = new FakeTools();
  model = callingModel();
  service = await startTestService({ models: { m: model }, hostedTools: tools });
  alice = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
  bob = new Anthropic({ apiKey: otherKey, baseURL: service.url, maxRetries: 0 });
});
afterAll(() => service.close());
beforeEach(() => {
  tools.opened.length = 0;
  tools.calls.length = 0;
});

type Params = Anthropic.MessageCreateParamsNonStreaming;
const search: Anthropic.ToolUnion = { type: 'web_search_20250305', name: 'web_search' };
const asked = (text: string, over: Partial<Params> = {}): Params => ({
  model: 'm',
  max_tokens: 100,
  messages: [{ role: 'user', content: text }],
  tools: [search],
  ...over,
});
const callSearch = 'call web_search {"query":"lakes"}';
const typesOf = (blocks: readonly { readonly type: string }[]): readonly string[] => blocks.map(({ type }) => type);
const lastMessages = (): readonly Message[] => model.requests.at(-1)?.messages ?? [];
const toolTexts = (): readonly string[] =>
  lastMessages().flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool-result' ? part.content.map((one) => (one.type === 'text' ? one.text : one.type)) : [],
    ),
  );

/** The conversation of `first`, sent back with a further question. */
const continued = ({ content }: Anthropic.Message, over: Partial<Params> = {}): Params =>
  asked('', {
    messages: [
      { role: 'user', content: callSearch },
      { role: 'assistant', content: content as Anthropic.ContentBlockParam[] },
      { role: 'user', content: 'And now?' },
    ],
    ...over,
  });

describe('A message with web_search', () => {
  it.each(['web_search_20250305', 'web_search_20260209', 'web_search_20260318', 'web_search_20991231'])(
    'has the search, its result and the counters, in JSON as in a stream: %s',
    async (type) => {
      const params = asked(callSearch, { tools: [{ type, name: 'web_search' } as Anthropic.ToolUnion] });
      const complete = await alice.messages.create(params);
      const streamed = await alice.messages.stream(params).finalMessage();
      for (const { content, usage, stop_reason: reason } of [complete, streamed]) {
        expect(content).toMatchObject([
          { type: 'text', text: 'On it. ' },
          {
            type: 'server_tool_use',
            id: expect.stringMatching(/^srvtoolu_/),
            name: 'web_search',
            input: { query: 'lakes' },
            caller: { type: 'direct' },
          },
          {
            type: 'web_search_tool_result',
            tool_use_id: content[1]?.type === 'server_tool_use' ? content[1].id : '',
            caller: { type: 'direct' },
            content: [
              {
                type: 'web_search_result',
                url: 'https://a.example/',
                title: 'Lakes',
                page_age: '1 day ago',
                encrypted_content: expect.stringMatching(/./),
              },
            ],
          },
          { type: 'text', text: 'Heard:' },
          { type: 'text', text: expect.stringContaining('Deep water.') },
        ]);
        expect(reason).toBe('end_turn');
        expect(usage).toMatchObject({
          input_tokens: 20,
          output_tokens: 10,
          server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
        });
      }
      expect(tools.calls).toEqual(['{"query":"lakes"}', '{"query":"lakes"}']);
    },
  );

  it('cites the page in a block of its own, in JSON as in a stream', async () => {
    const params = asked(callSearch);
    for (const { content } of [
      await alice.messages.create(params),
      await alice.messages.stream(params).finalMessage(),
    ]) {
      expect(content.slice(-2)).toMatchObject([
        {
          type: 'text',
          text: 'Heard:',
          citations: [
            {
              type: 'web_search_result_location',
              url: page.url,
              title: page.title,
              cited_text: page.text,
              encrypted_index: expect.stringMatching(/^[\w+/]{20,}=*$/),
            },
          ],
        },
        { type: 'text', text: ` Lakes\n${page.url}\n${page.text}` },
      ]);
    }
  });

  it('makes the forced call first, and leaves the next step to the model', async () => {
    await alice.messages.create(asked(callSearch, { tool_choice: { type: 'tool', name: 'web_search' } }));
    expect(model.requests.slice(-2).map(({ toolChoice }) => toolChoice)).toEqual([
      { type: 'tool', name: 'web_search' },
      { type: 'auto' },
    ]);
  });

  it('makes at most max_uses calls, and the model goes on', async () => {
    const { content, usage } = await alice.messages.create(
      asked(`${callSearch} ${callSearch}`, { tools: [{ ...search, max_uses: 1 } as Anthropic.ToolUnion] }),
    );
    expect(content.filter(({ type }) => type === 'web_search_tool_result')).toMatchObject([
      { content: [{ type: 'web_search_result' }] },
      { content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' } },
    ]);
    expect(content.at(-1)).toMatchObject({ type: 'text' });
    expect(usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
  });

  it('is rejected with the path of a contradiction', async () => {
    const both = { ...search, allowed_domains: ['a.example'], blocked_domains: ['b.example'] } as Anthropic.ToolUnion;
    await expect(alice.messages.create(asked('Hi', { tools: [both] }))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('tools.0.blocked_domains'),
    });
  });
});

describe('The blocks of a search that a client sends back', () => {
  it('show the model the call and exactly what it read before', async () => {
    const first = await alice.messages.create(asked(callSearch));
    const { response } = await alice.messages.create(continued(first)).withResponse();
    expect(response.headers.get('x-service-warning')).toBeNull();
    expect(lastMessages().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(toolTexts()).toEqual(['[1] Lakes\nhttps://a.example/\nDeep water.']);
  });

  it('are cited by the numbers that the model read before, after the client has made a call', async () => {
    const lookup: Anthropic.Tool = { name: 'lookup', input_schema: { type: 'object' } };
    const given = asked(`${callSearch} call lookup {"a":1}`);
    const params = { ...given, tools: [...(given.tools ?? []), lookup] };
    const { content: first } = await alice.messages.create(params);
    const call = first.find(({ type }) => type === 'tool_use');
    if (call?.type !== 'tool_use') throw new Error('The client was not called.');
    const { content } = await alice.messages.create({
      ...params,
      messages: [
        ...given.messages,
        { role: 'assistant', content: first as Anthropic.ContentBlockParam[] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'Known [1].' }] },
      ],
    });
    expect(content[0]).toMatchObject({
      text: 'Heard: Known',
      citations: [{ type: 'web_search_result_location', url: page.url, title: page.title, cited_text: page.text }],
    });
  });

  it('open for no other owner, who is warned', async () => {
    const first = await alice.messages.create(asked(callSearch));
    const { response } = await bob.messages.create(continued(first)).withResponse();
    expect(response.status).toBe(200);
    expect(response.headers.get('x-service-warning')).toContain('messages.1.content.2.content');
    expect(toolTexts()).toEqual(['<search_results>\nLakes\nhttps://a.example/\n1 day ago\n</search_results>']);
  });

  it('let a paused call run first: the response starts with its result', async () => {
    const use = {
      type: 'server_tool_use' as const,
      id: 'srvtoolu_paused',
      name: 'web_search' as const,
      input: { query: 'seas' },
    };
    const params = asked('', {
      messages: [
        { role: 'user', content: 'Search.' },
        { role: 'assistant', content: [{ type: 'text', text: 'Searching.' }, use] },
      ],
    });
    for (const { content } of [
      await alice.messages.create(params),
      await alice.messages.stream(params).finalMessage(),
    ]) {
      expect(content[0]).toMatchObject({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_paused' });
      expect(typesOf(content)).toEqual(['web_search_tool_result', 'text', 'text']);
      expect(toolTexts()).toEqual(['[1] Lakes\nhttps://a.example/\nDeep water.']);
    }
    expect(tools.calls).toEqual(['{"query":"seas"}', '{"query":"seas"}']);
  });
});

describe('A message with other hosted tools', () => {
  it('fetches pages', async () => {
    const params = asked('call web_fetch {"url":"https://a.example/"}', {
      tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' } as Anthropic.ToolUnion],
    });
    const { content, usage } = await alice.messages.stream(params).finalMessage();
    expect(typesOf(content)).toEqual(['text', 'server_tool_use', 'web_fetch_tool_result', 'text']);
    expect(content[2]).toMatchObject({
      content: { type: 'web_fetch_result', content: { type: 'document', source: { data: 'All about lakes.' } } },
    });
    expect(usage.server_tool_use).toEqual({ web_search_requests: 0, web_fetch_requests: 1 });
  });

  it('cites the passages of fetched pages where the tool enables it, after the documents of the request', async () => {
    const tool: Anthropic.ToolUnion = { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } };
    const document: Anthropic.DocumentBlockParam = {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'Rivers are long.' },
      citations: { enabled: true },
    };
    const text: Anthropic.TextBlockParam = { type: 'text', text: 'call web_fetch {"url":"https://a.example/"}' };
    const params = asked('', { tools: [tool], messages: [{ role: 'user', content: [document, text] }] });
    const streamed = await alice.messages.stream(params).finalMessage();
    const complete = await alice.messages.create(params);
    for (const { content } of [streamed, complete]) {
      const cited = content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
      expect(cited).toEqual([
        {
          type: 'char_location',
          cited_text: 'All about lakes.',
          document_index: 1,
          document_title: 'Lakes',
          file_id: null,
          start_char_index: 0,
          end_char_index: 16,
        },
      ]);
    }
  });

  it('rejects citations of fetched pages together with an output format', async () => {
    const params = asked('Hi', {
      tools: [{ type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } }],
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    });
    await expect(alice.messages.create(params)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('output_config.format: Citations (tools.0.citations) exclude an output format.'),
    });
  });

  it('gives a fetched page the index after documents that are not cited, and each fetch its own', async () => {
    const tool: Anthropic.ToolUnion = { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } };
    const document: Anthropic.DocumentBlockParam = {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'Rivers are long.' },
    };
    const call = 'call web_fetch {"url":"https://a.example/"}';
    const text: Anthropic.TextBlockParam = { type: 'text', text: `${call} and ${call}` };
    const params = asked('', { tools: [tool], messages: [{ role: 'user', content: [document, text] }] });
    const { content } = await alice.messages.create(params);
    const cited = content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
    expect(cited.map((one) => one.type === 'char_location' && one.document_index)).toEqual([1, 2]);
  });

  it('runs code in the container of the request, and names it', async () => {
    const params: Anthropic.Beta.MessageCreateParamsNonStreaming = {
      model: 'm',
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'container_upload', file_id: 'file_1' },
            { type: 'text', text: 'call python {"code":"print(42)"}' },
          ],
        },
      ],
      container: 'container_1',
      tools: [{ type: 'code_execution_20250522', name: 'code_execution' }],
    };
    const container = { id: 'container_1', expires_at: '2096-10-02T07:06:40.000Z' };
    const { content, container: complete } = await alice.beta.messages.create(params);
    expect(typesOf(content)).toEqual(['text', 'server_tool_use', 'code_execution_tool_result', 'text']);
    expect(content[1]).toMatchObject({ name: 'code_execution', input: { code: 'print(42)' } });
    expect(content[2]).toMatchObject({ content: { type: 'code_execution_result', stdout: '42\n', return_code: 0 } });
    expect(complete).toMatchObject(container);
    expect((await alice.beta.messages.stream(params).finalMessage()).container).toMatchObject(container);
    expect(tools.opened[0]).toEqual({
      kind: 'code',
      param: 'tools.0',
      params: { containerId: 'container', fileIds: 'messages' },
      languages: ['python'],
      containerId: 'container_1',
      fileIds: ['file_1'],
    });
  });

  it('ends with the client tool when the model calls both, after the hosted one has run, and goes on', async () => {
    const params = asked(`${callSearch} call look {"at":1}`, {
      tools: [search, { name: 'look', input_schema: { type: 'object' } }],
    });
    const { content, stop_reason: reason } = await alice.messages.create(params);
    expect(reason).toBe('tool_use');
    expect(typesOf(content)).toEqual(['text', 'server_tool_use', 'tool_use', 'web_search_tool_result']);
    const use = content[2]?.type === 'tool_use' ? content[2].id : '';
    await alice.messages.create({
      ...params,
      messages: [
        ...params.messages,
        { role: 'assistant', content: content as Anthropic.ContentBlockParam[] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use, content: 'seen' }] },
      ],
    });
    expect(lastMessages().map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['text', 'tool-call', 'tool-call']],
      ['tool', ['tool-result']],
      ['tool', ['tool-result']],
    ]);
    expect(toolTexts()).toEqual(['[1] Lakes\nhttps://a.example/\nDeep water.', 'seen']);
  });
});

describe('A message at the maximum number of calls', () => {
  it('ends with pause_turn, and continues when it is sent back, without a call made twice', async () => {
    const limit = 128;
    const queries = Array.from({ length: limit }, (_, n) => `call web_search {"query":"lake ${n}"}`);
    const params = asked(queries.join(' '));
    for (const { content, stop_reason: reason, usage } of [
      await alice.messages.create(params),
      await alice.messages.stream(params).finalMessage(),
    ]) {
      expect(reason).toBe('pause_turn');
      expect(content.at(-1)?.type).toBe('web_search_tool_result');
      expect(usage.server_tool_use).toMatchObject({ web_search_requests: limit });
      tools.calls.length = 0;
      const next = await alice.messages.create({
        ...params,
        messages: [...params.messages, { role: 'assistant', content: content as Anthropic.ContentBlockParam[] }],
      });
      expect(next.stop_reason).toBe('end_turn');
      expect(next.content[0]?.type).toBe('text');
      expect(toolTexts()).toHaveLength(limit);
      expect(tools.calls).toEqual([]);
    }
  });
});

describe('A thread with hosted tools', () => {
  it('continues with its tools and with what the model read', async () => {
    const post = async (fields: object): Promise<Anthropic.Message> =>
      (await (
        await service.post('/v1/messages', { model: 'm', max_tokens: 100, ...fields })
      ).json()) as Anthropic.Message;
    const { id, content } = await post({ ...asked(callSearch), thread: { type: 'create' } });
    expect(typesOf(content)).toContain('web_search_tool_result');
    const next = await post({
      messages: [{ role: 'user', content: callSearch }],
      thread: { type: 'continue', previous_message_id: id },
    });
    expect(next.usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
    // The same page has the same number.
    expect(toolTexts()).toEqual(Array(2).fill('[1] Lakes\nhttps://a.example/\nDeep water.'));
  });
});

describe('A count of tokens', () => {
  it('includes the functions of hosted tools, and calls none', async () => {
    const { max_tokens: _, ...prompt } = asked(callSearch);
    expect((await alice.messages.countTokens(prompt)).input_tokens).toBe(1);
    expect(tools.calls).toEqual([]);
  });
});
