// How each API reports a failure in the middle of a response, and contradictory responses.
import type { EngineError, GenerationEvent } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import { UpstreamDecoder } from '@org/providers/testing';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import * as fc from 'fast-check';
import { messagesApi } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { target } from '../upstream-target.js';
import { failure, LiveUpstreamApi, run, apis, type UpstreamFixture } from './live-upstream-api.js';

const errorText = 'WORDS-OF-THE-UPSTREAM';

const messagesError = (type: string, message = errorText): object => ({ type: 'error', error: { type, message } });
const responsesError = (code: string | null, message = errorText): object => ({
  type: 'error',
  sequence_number: 0,
  code,
  message,
  param: null,
});
const failed = (code: string): object => ({
  type: 'response.failed',
  sequence_number: 1,
  response: { id: 'r', status: 'failed', output: [], error: { code, message: errorText } },
});

const failures: readonly [wire: string, event: object, code: string][] = [
  ['messages', messagesError('overloaded_error'), 'overloaded'],
  ['messages', messagesError('rate_limit_error'), 'rate-limited'],
  ['messages', messagesError('api_error'), 'upstream-failed'],
  ['messages', messagesError('timeout_error'), 'upstream-failed'],
  ['messages', messagesError('authentication_error'), 'upstream-failed'],
  ['messages', messagesError('invalid_request_error'), 'invalid-request'],
  ['messages', messagesError('request_too_large'), 'too-large'],
  [
    'messages',
    messagesError('invalid_request_error', 'prompt is too long: 300 tokens > 200 maximum'),
    'context-overflow',
  ],
  ['messages', messagesError('never_heard_of'), 'upstream-failed'],
  ['responses', responsesError('rate_limit_exceeded'), 'rate-limited'],
  ['responses', responsesError('server_error'), 'upstream-failed'],
  ['responses', responsesError('server_overloaded'), 'overloaded'],
  ['responses', responsesError('context_length_exceeded'), 'context-overflow'],
  ['responses', responsesError(null), 'upstream-failed'],
  [
    'responses',
    { type: 'error', error: { type: 'service_unavailable_error', code: null, message: errorText } },
    'overloaded',
  ],
  ['responses', failed('rate_limit_exceeded'), 'rate-limited'],
  ['responses', failed('server_error'), 'upstream-failed'],
  ['responses', { ...failed('rate_limit_exceeded'), type: 'response.completed' }, 'rate-limited'],
  ['responses', failed('invalid_prompt'), 'invalid-request'],
  ['responses', failed('context_length_exceeded'), 'context-overflow'],
  ['responses', failed('invalid_image_url'), 'invalid-request'],
  ['responses', failed('request_too_large'), 'too-large'],
  ['responses', failed('insufficient_quota'), 'rate-limited'],
];

const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'x',
  content: [],
  stop_reason: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const start = { type: 'message_start', message };
const block = (index: number): object => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'text', text: '' },
});
const added = (index: number): object => ({
  type: 'response.output_item.added',
  output_index: index,
  item: { type: 'message', id: 'msg', role: 'assistant', content: [] },
});
const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'one' };
const callItem = (text: string, stage: 'added' | 'done'): object => ({
  type: `response.output_item.${stage}`,
  output_index: 0,
  item: { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: text },
});

/** Endings that would turn each of these into a complete response if unchecked. */
const ends: Readonly<Record<string, readonly object[]>> = {
  messages: [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }, { type: 'message_stop' }],
  responses: [{ type: 'response.completed', response: { status: 'completed', output: [] } }],
};

const contradictions: readonly [wire: string, what: string, events: readonly object[]][] = [
  ['messages', 'a block before the message', [block(0)]],
  ['messages', 'two messages', [start, { ...start, message: { ...message, id: 'msg_another' } }]],
  ['messages', 'a block that starts twice', [start, block(0), block(0)]],
  ['messages', 'a block that starts after a later one', [start, block(1), block(0)]],
  [
    'messages',
    'a block that starts without an index after one with an index',
    [start, block(0), { ...block(0), index: undefined }],
  ],
  [
    'messages',
    'more of a block that never began',
    [start, block(0), { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'lost' } }],
  ],
  [
    'messages',
    'more of a block that another has followed',
    [
      start,
      block(0),
      block(1),
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'late' } },
      { type: 'content_block_stop', index: 1 },
    ],
  ],
  [
    'messages',
    'a signature of a block that another has followed',
    [
      start,
      block(0),
      block(1),
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'late' } },
      { type: 'content_block_stop', index: 1 },
    ],
  ],
  [
    'responses',
    'an end that was cancelled',
    [{ type: 'response.completed', response: { status: 'cancelled', output: [] } }],
  ],
  [
    'responses',
    'an end that is none',
    [{ type: 'response.completed', response: { status: 'in_progress', output: [] } }],
  ],
  ['messages', 'an end without a reason', [start, { type: 'message_stop' }]],
  [
    'messages',
    'an open block at an end without a reason',
    [start, block(0), { type: 'message_delta', delta: {}, usage: {} }, { type: 'message_stop' }],
  ],
  [
    'messages',
    'a call without a name',
    [start, { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a' } }],
  ],
  ['messages', 'an end that never arrives', [start, block(0)]],
  [
    'responses',
    'a call with missing argument deltas',
    [
      callItem('', 'added'),
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a"1}' },
      callItem('{"a":1}', 'done'),
    ],
  ],
  [
    'responses',
    'an item that never ends',
    [added(0), delta, { type: 'response.completed', response: { status: 'completed', output: [] } }],
  ],
  [
    'responses',
    'an item without a place that never began',
    [{ type: 'response.output_item.done', item: { type: 'message', id: 'other', role: 'assistant', content: [] } }],
  ],
  ['responses', 'an item of no kind', [{ type: 'response.output_item.done', output_index: 0, item: null }]],
  [
    'responses',
    'a call without a name',
    [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', call_id: 'a', arguments: '' },
      },
    ],
  ],
  ['responses', 'an end that never arrives', [added(0), delta]],
];

describe.each(apis)('an upstream of the $name dialect', (upstreamFixture: UpstreamFixture) => {
  const live = new LiveUpstreamApi(upstreamFixture);
  beforeAll(() => live.start());
  afterEach(() => live.closeModels());
  afterAll(() => live.stop());

  const replyWith = (events: readonly object[]): void =>
    live.upstream.play((call) => {
      for (const event of events) call.write(`data: ${JSON.stringify(event)}\n\n`);
      call.response.end();
    });

  it.each(failures.filter(([api]) => api === upstreamFixture.name))('%s: %j is %s', async (_, event, code) => {
    replyWith([event]);
    const error = await failure(live.languageModel({ retries: 0 }));
    expect(error).toMatchObject({ code });
    expect(error.message).not.toContain(errorText);
  });

  it('is overloaded as its gateway reports, in a JSON document of no known API', async () => {
    live.upstream.play((call) => call.reply(200, { error: { message: errorText, code: 503 } }));
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'overloaded' });
  });

  it.each(contradictions.filter(([api]) => api === upstreamFixture.name))(
    '%s: %s is an invalid response',
    async (api, what, events) => {
      replyWith(what === 'an end that never arrives' ? events : [...events, ...(ends[api] ?? [])]);
      expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'upstream-failed' });
    },
  );
});

describe('a response that is rejected after it was created, as OpenAI does', () => {
  const opening = ['response.created', 'response.in_progress'].map((type) => ({
    type,
    response: { id: 'r', status: 'in_progress', model: 'up', output: [] },
  }));

  it.each([
    ['rate_limit_exceeded', 'rate-limited'],
    ['context_length_exceeded', 'context-overflow'],
  ])('has not started, so that another upstream or a downgraded request may follow: %s', async (reported, code) => {
    const responses = apis.find(({ name }) => name === 'responses');
    if (responses === undefined) throw new Error('this API exists');
    const live = new LiveUpstreamApi(responses);
    await live.start();
    live.upstream.play((call) => {
      for (const event of [...opening, failed(reported)]) call.write(`data: ${JSON.stringify(event)}\n\n`);
      call.response.end();
    });
    const { events, error } = await run(live.languageModel({ retries: 0 }));
    await live.stop();
    expect([events, error]).toMatchObject([[], { code }]);
  });
});

describe('a response that is aborted after the upstream reported usage', () => {
  it('still reports its usage', async () => {
    const [messages] = apis;
    if (messages === undefined) throw new Error('a first API exists');
    const live = new LiveUpstreamApi(messages);
    await live.start();
    live.upstream.play((call) => {
      for (const event of [
        start,
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 41 } },
      ])
        call.write(`data: ${JSON.stringify(event)}\n\n`);
      call.response.end();
    });
    const { events, error } = await run(live.languageModel({ retries: 0 }));
    await live.stop();
    expect(error).toMatchObject({ code: 'upstream-failed' });
    expect(events.at(-1)).toMatchObject({ type: 'generation-usage', usage: { inputTokens: 1, outputTokens: 41 } });
  });
});

describe('the bytes of a response', () => {
  const cases = [
    ...loadFixtures('messages').flatMap((example) =>
      hasResponse(example) && /thinking-interleaved|web-search$|unicode/.test(example.name)
        ? [{ name: example.name, api: messagesApi, events: example.events }]
        : [],
    ),
    ...loadFixtures('responses').flatMap((example) =>
      hasResponse(example) && /reasoning-summary-parts|mcp-call$|unicode/.test(example.name)
        ? [{ name: example.name, api: responsesApi, events: example.events }]
        : [],
    ),
  ];

  it.each(cases)('of $name give the same events for any chunk boundaries', ({ api, events }) => {
    const bytes = Buffer.from(
      events.map((event) => `event: ${String(event.type)}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join(''),
    );
    const read = (chunks: readonly Uint8Array[]): readonly GenerationEvent[] => {
      const seen: GenerationEvent[] = [];
      const decoder = new UpstreamDecoder(
        api.createReader(buildRequest('q'), target, [], (event) => seen.push(event)),
        { stopped: false },
      );
      for (const chunk of chunks) decoder.push(chunk);
      decoder.end();
      return seen;
    };
    const complete = read([bytes]);
    expect(complete.at(-1)?.type).toBe('generation-end');
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (splits) => {
        const at = [0, ...splits.toSorted((a, b) => a - b), bytes.length];
        expect(read(at.slice(1).map((end, index) => bytes.subarray(at[index], end)))).toEqual(complete);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an error about input of a client of the same dialect', () => {
  const [messages, responses] = apis;
  const refusals: readonly [
    wire: UpstreamFixture | undefined,
    status: number,
    error: object,
    told: { readonly code: string; readonly param?: string | undefined },
  ][] = [
    [
      messages,
      400,
      { type: 'invalid_request_error', message: `output_config.effort: ${errorText}` },
      { code: 'invalid-request', param: 'output_config.effort' },
    ],
    // Indices also count earlier turns, which the client may not have sent.
    [
      messages,
      400,
      { type: 'invalid_request_error', message: `messages.3.content.0: ${errorText}` },
      { code: 'invalid-request', param: 'messages' },
    ],
    [
      messages,
      400,
      { type: 'invalid_request_error', message: errorText },
      { code: 'invalid-request', param: undefined },
    ],
    [messages, 413, { type: 'request_too_large', message: errorText }, { code: 'too-large' }],
    [
      responses,
      400,
      { type: 'invalid_request_error', param: 'input[2].content', message: errorText },
      { code: 'invalid-request', param: 'input' },
    ],
    [
      responses,
      400,
      { type: 'invalid_request_error', param: `${errorText} and more`, message: errorText },
      { code: 'invalid-request', param: undefined },
    ],
    [responses, 404, { type: 'not_found_error', message: errorText }, { code: 'upstream-failed' }],
  ];

  it.each(refusals)(
    'is the client’s error with the upstream’s message in any dialect, and names the field in the same one',
    async (upstreamFixture, status, error, reported) => {
      if (upstreamFixture === undefined) throw new Error('this API exists');
      const live = new LiveUpstreamApi(upstreamFixture);
      await live.start();
      live.upstream.play(
        ({ response }) =>
          void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
      );
      const languageModel = live.languageModel({ retries: 0 });
      const sameDialectRequest = { ...buildRequest('q'), extensions: { [upstreamFixture.name]: {} } };
      const thrown = [await run(languageModel, sameDialectRequest), await run(languageModel, buildRequest('q'))].map(
        (result) => result.error,
      );
      await live.stop();
      expect(thrown[0]).toMatchObject(reported);
      expect(String(thrown[0])).not.toContain(errorText);
      expect(thrown[1]).toMatchObject({ code: reported.code });
      const shown = thrown.map((one) => (one as EngineError).forwarded);
      const passedOn = { status, dialect: upstreamFixture.name };
      expect(shown).toMatchObject(status === 404 ? [undefined, undefined] : [passedOn, passedOn]);
      expect(shown.every((one) => status === 404 || one?.message?.includes(errorText))).toBe(true);
    },
  );
});
