// Upstreams with plain, unsigned reasoning: vLLM, SGLang, llama.cpp. Models that reason between calls need it back
// with the results, and clients store it in encrypted form with a signature of this service.
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import {
  startReplayUpstream,
  type ReceivedRequest,
  type ReplayedResponse,
  type ReplayUpstream,
} from './replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
let other: ReplayUpstream;
beforeAll(async () => {
  upstream = await startReplayUpstream();
  other = await startReplayUpstream();
});
afterAll(() => Promise.all([upstream.close(), other.close()]));

let service: TestService;
/** Uses upstreams of unknown capabilities. */
beforeEach(async () => {
  const languageModel = async (kind: 'responses' | 'messages', baseUrl: string) =>
    await createLanguageModel({ name: 'm', provider: { kind, baseUrl } }, {});
  service = await startTestService({
    models: {
      m: await languageModel('responses', upstream.baseUrl),
      other: await languageModel('responses', other.baseUrl),
      unsigned: await languageModel('messages', upstream.baseUrl),
    },
  });
});
afterEach(() => service.close());

const reasoningText = 'The user wants the colour.\n\nI look. é 😀';
const reasoningItem = {
  type: 'reasoning',
  id: 'rs_up',
  summary: [],
  content: [{ type: 'reasoning_text', text: reasoningText }],
  status: 'completed',
};
const call = {
  type: 'function_call',
  id: 'fc_up',
  call_id: 'call_1',
  name: 'look',
  arguments: '{}',
  status: 'completed',
};
const blue = {
  type: 'message',
  id: 'msg_up',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Blue.', annotations: [] }],
};

function replyOf(...output: readonly Json[]): ReplayedResponse {
  return {
    document: {
      id: 'resp_up',
      object: 'response',
      created_at: 1,
      model: 'u',
      status: 'completed',
      output,
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    },
  };
}

const inputOf = ({ body }: ReceivedRequest): readonly Json[] =>
  Array.isArray(body['input']) ? (body['input'] as readonly Json[]) : [];
const reasoningItemsIn = (asked: ReceivedRequest | undefined): readonly Json[] =>
  asked === undefined ? [] : inputOf(asked).filter(({ type }) => type === 'reasoning');
const lastAsked = (): ReceivedRequest | undefined => upstream.requests.at(-1);

/** Reasons and calls a tool first, and completes when it gets the result. */
const loop = (asked: ReceivedRequest): ReplayedResponse =>
  inputOf(asked).some(({ type }) => type === 'function_call_output') ? replyOf(blue) : replyOf(reasoningItem, call);

interface PostedResponse {
  readonly body: Json;
  readonly warning: string;
}

async function post(path: string, body: Json): Promise<PostedResponse> {
  const response = await service.post(
    path,
    body,
    path === '/v1/messages' ? service.messagesHeaders : service.responsesHeaders,
  );
  const payload = (await response.json()) as Json;
  if (response.status !== 200) throw new Error(JSON.stringify(payload));
  return { body: payload, warning: response.headers.get('x-service-warning') ?? '' };
}

const parameters = { type: 'object', properties: {} };
const accepted = {
  model: 'm',
  store: false,
  include: ['reasoning.encrypted_content'],
  tools: [{ type: 'function', name: 'look', parameters }],
};
const question = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What colour?' }] };
const result = { type: 'function_call_output', call_id: 'call_1', output: 'blue' };

/** Returns the conversation of a stateless client up to the tool result. */
async function conversation(asReplayed: (item: Json) => Json): Promise<readonly Json[]> {
  const first = await post('/v1/responses', { ...accepted, input: [question] });
  return [
    question,
    ...(first.body['output'] as readonly Json[]).map((item) =>
      item['type'] === 'reasoning' ? asReplayed(item) : item,
    ),
    result,
  ];
}

const asCodex = ({ id, summary, encrypted_content }: Json): Json => ({
  type: 'reasoning',
  id,
  summary,
  content: null,
  encrypted_content,
});

describe('plain reasoning goes back with the results of calls', () => {
  beforeEach(() => upstream.replay(loop));

  it.each<[string, (item: Json) => Json]>([
    ['Codex, which does not return the content', asCodex],
    [
      'the AI SDK, which does not return the content either',
      ({ id, summary, encrypted_content }) => ({ type: 'reasoning', id, summary, encrypted_content }),
    ],
    ['a client that returns everything', (item) => item],
  ])('from %s', async (_, asReplayed) => {
    const second = await post('/v1/responses', { ...accepted, input: await conversation(asReplayed) });
    expect(reasoningItemsIn(lastAsked())).toEqual([
      expect.objectContaining({ type: 'reasoning', id: 'rs_up', summary: [], content: reasoningItem.content }),
    ]);
    expect(reasoningItemsIn(lastAsked())[0]).not.toHaveProperty('encrypted_content');
    expect(second.warning).not.toContain('reasoning');
    expect(second.body['output']).toMatchObject([{ type: 'message' }]);
  });

  it('from a conversation of the store', async () => {
    const first = await post('/v1/responses', { model: 'm', tools: accepted.tools, input: [question] });
    await post('/v1/responses', {
      model: 'm',
      tools: accepted.tools,
      previous_response_id: first.body['id'],
      input: [result],
    });
    expect(reasoningItemsIn(lastAsked())).toEqual([reasoningItem]);
  });

  it('from a client that requested encrypted reasoning afterwards', async () => {
    const { include: _, store: __, ...stored } = accepted;
    const first = await post('/v1/responses', { ...stored, input: [question] });
    const shown = await fetch(
      `${service.url}/v1/responses/${String(first.body['id'])}?include[]=reasoning.encrypted_content`,
      { headers: service.responsesHeaders },
    );
    const { output } = (await shown.json()) as { readonly output: readonly Json[] };
    await post('/v1/responses', {
      ...accepted,
      input: [question, ...output.map((item) => (item['type'] === 'reasoning' ? asCodex(item) : item)), result],
    });
    expect(reasoningItemsIn(lastAsked())).toEqual([
      { type: 'reasoning', id: 'rs_up', summary: [], content: reasoningItem.content },
    ]);
  });

  it.each(['summarized', 'omitted'])('from a client of messages to which it is %s', async (display) => {
    const ask = async (messages: readonly Json[]) =>
      await post('/v1/messages', {
        model: 'm',
        max_tokens: 100,
        thinking: { type: 'adaptive', display },
        tools: [{ name: 'look', input_schema: parameters }],
        messages,
      });
    const user = { role: 'user', content: 'What colour?' };
    const first = await ask([user]);
    const content = first.body['content'] as readonly Json[];
    expect(content).toMatchObject([
      {
        type: 'thinking',
        thinking: display === 'omitted' ? '' : reasoningText,
        signature: expect.stringMatching(/^via\.p\./) as unknown,
      },
      { type: 'tool_use' },
    ]);
    const second = await ask([
      user,
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'blue' }] },
    ]);
    expect(reasoningItemsIn(lastAsked())).toEqual([
      { type: 'reasoning', id: expect.stringMatching(/^rs_/) as unknown, summary: [], content: reasoningItem.content },
    ]);
    expect(second.warning).not.toContain('reasoning');
  });

  it('and not to another upstream, with a warning to the client', async () => {
    const input = await conversation(asCodex);
    other.replay(replyOf(blue));
    const { warning } = await post('/v1/responses', { ...accepted, model: 'other', input });
    expect(reasoningItemsIn(other.requests.at(-1))).toEqual([]);
    expect(warning).toContain(
      'The service omitted 1 reasoning part that the upstream, as far as the service knows, did not generate.',
    );
  });

  it('as the summary that it was', async () => {
    const summed = { ...reasoningItem, summary: [{ type: 'summary_text', text: 'I look.' }] };
    const { content: _, ...alone } = summed;
    upstream.replay((asked) =>
      inputOf(asked).some(({ type }) => type === 'function_call_output') ? replyOf(blue) : replyOf(alone, call),
    );
    await post('/v1/responses', {
      ...accepted,
      input: await conversation(({ id, summary, encrypted_content }) => ({
        type: 'reasoning',
        id,
        summary,
        encrypted_content,
      })),
    });
    expect(reasoningItemsIn(lastAsked())).toEqual([{ type: 'reasoning', id: 'rs_up', summary: summed.summary }]);
  });

  it('and not when the client has changed it', async () => {
    const input = await conversation((item) => ({
      ...asCodex(item),
      encrypted_content: `${String(item['encrypted_content']).slice(0, -8)}AAAAAAA=`,
    }));
    const { warning } = await post('/v1/responses', { ...accepted, input });
    expect(reasoningItemsIn(lastAsked())).toEqual([]);
    expect(warning).toContain('signed by another service');
  });
});

describe.each([
  [
    'OpenAI',
    "Invalid 'input[1].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
  ],
  ['SGLang', "Unsupported Responses API input item type: 'reasoning'"],
  ['Ollama', 'input[1]: unknown input item type: "reasoning"'],
  ['llama.cpp', "item['content'] is not an array"],
  [
    'a server whose checks are of pydantic',
    "[{'type': 'union_tag_invalid', 'loc': ('body', 'input', 1), 'msg': \"Input tag 'reasoning' found using 'type' does not match any of the expected tags: 'message', 'function_call'\"}]",
  ],
])('an upstream that rejects plain reasoning with the error of %s', (_, message) => {
  it('gets a retry without it and a warning for the client, and the next such request omits it at once', async () => {
    upstream.replay((asked) =>
      reasoningItemsIn(asked).length > 0
        ? { status: 400, document: { error: { message, type: 'invalid_request_error', param: null, code: null } } }
        : loop(asked),
    );
    const input = await conversation(asCodex);
    for (const requests of [2, 1]) {
      const before = upstream.requests.length;
      const { warning, body } = await post('/v1/responses', { ...accepted, input });
      expect(upstream.requests.length - before).toBe(requests);
      expect(warning).toContain(
        'The service omitted 1 reasoning part: the upstream accepts only reasoning that it signed itself.',
      );
      expect(body['output']).toMatchObject([{ type: 'message' }]);
    }
    expect(lastAsked()?.body['tools']).toMatchObject([{ type: 'function', name: 'look' }]);
  });
});

describe('an upstream that accepts plain reasoning but no empty reasoning', () => {
  const refusal = {
    status: 400,
    document: {
      error: { message: "item['content'] is not an array", type: 'invalid_request_error', param: null, code: null },
    },
  };
  const hasContent = ({ content }: Json): boolean => Array.isArray(content) && content.length > 0;
  const empty = { type: 'reasoning', id: 'rs_odd', summary: [], content: null };

  it('still receives the other reasoning items, in this request and the next ones', async () => {
    upstream.replay((asked) => (reasoningItemsIn(asked).every(hasContent) ? loop(asked) : refusal));
    const input = await conversation(asCodex);
    const [first, ...others] = input;
    for (const [items, requests] of [
      [[first, empty, ...others], 2],
      [input, 1],
      [[first, empty, ...others], 1],
    ] as const) {
      const before = upstream.requests.length;
      const { warning } = await post('/v1/responses', { ...accepted, input: items });
      expect(upstream.requests.length - before).toBe(requests);
      expect(reasoningItemsIn(lastAsked())).toEqual([
        expect.objectContaining({ id: 'rs_up', content: reasoningItem.content }),
      ]);
      expect(warning).not.toContain('reasoning');
    }
  });

  it("receives a client's reasoning summary as text", async () => {
    upstream.replay((asked) => (reasoningItemsIn(asked).every(hasContent) ? loop(asked) : refusal));
    const summed = { type: 'reasoning', id: 'rs_odd', summary: [{ type: 'summary_text', text: 'I look.' }] };
    await post('/v1/responses', { ...accepted, input: [question, summed, call, result] });
    expect(reasoningItemsIn(lastAsked())).toEqual([
      { type: 'reasoning', id: 'rs_odd', summary: [], content: [{ type: 'reasoning_text', text: 'I look.' }] },
    ]);
  });
});

it('omits unsigned thinking of a messages upstream where it is rejected', async () => {
  const use = { type: 'tool_use', id: 'call_1', name: 'look', input: {} };
  const message = (content: readonly Json[]): ReplayedResponse => ({
    document: {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'x',
      content,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  });
  upstream.replay((asked) => {
    const sent = JSON.stringify(asked.body['messages']);
    if (!sent.includes('tool_result')) return message([{ type: 'thinking', thinking: reasoningText }, use]);
    return sent.includes('"thinking"')
      ? {
          status: 400,
          document: {
            type: 'error',
            error: {
              type: 'invalid_request_error',
              message: 'messages.1.content.0.thinking.signature: Field required',
            },
          },
        }
      : message([{ type: 'text', text: 'Blue.' }]);
  });
  const ask = async (messages: readonly Json[]) =>
    await post('/v1/messages', {
      model: 'unsigned',
      max_tokens: 100,
      tools: [{ name: 'look', input_schema: parameters }],
      messages,
    });
  const user = { role: 'user', content: 'What colour?' };
  const first = await ask([user]);
  const second = await ask([
    user,
    { role: 'assistant', content: first.body['content'] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'blue' }] },
  ]);
  expect(second.body['content']).toMatchObject([{ text: 'Blue.' }]);
  expect(second.warning).toContain('omitted 1 reasoning part');
});
