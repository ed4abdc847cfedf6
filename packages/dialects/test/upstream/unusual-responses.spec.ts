// Deviations of individual upstreams from both APIs, and the effects that they must not have.
import {
  emptyUsage,
  type GenerationRequest,
  type GenerationResult,
  type JsonObject,
  ResultCollector,
  type UpstreamApi,
} from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { json } from '../messages/response-streams.js';
import { body } from '../messages/requests.js';
import { target } from '../upstream-target.js';

const other = buildRequest('hi', { tools: [functionTool('look')] });
const fromDialect = (dialect: 'messages' | 'responses'): GenerationRequest => ({
  ...other,
  extensions: { [dialect]: {} },
});

function read(api: UpstreamApi, events: readonly JsonObject[], request: GenerationRequest = other): GenerationResult {
  const collector = new ResultCollector();
  const reader = api.createReader(request, target, [], (event) => collector.push(event));
  for (const event of events) reader.push(event);
  return collector.result();
}

const message = (input: string, reason: string): JsonObject[] => [
  {
    type: 'message_start',
    message: {
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'look', input: {} } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: input } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
];
const response = (args: JsonObject | string, status = 'completed'): JsonObject[] => [
  {
    type: `response.${status}`,
    response: {
      model: 'm',
      status,
      output: [{ type: 'function_call', id: 'f', call_id: 'a', name: 'look', arguments: args }],
      usage: { input_tokens: 1, output_tokens: 3 },
    },
  },
];
const unusable = expect.objectContaining({ code: 'upstream-failed', byModel: true }) as Error;

describe('a call whose arguments are not a JSON object', () => {
  it.each(['{"a":', '[1]', 'none'])(
    'from a messages upstream is a model failure for clients of the other dialect: %s',
    (args) => {
      expect(() => read(messagesApi, message(args, 'tool_use'))).toThrow(unusable);
      expect(() => read(messagesApi, message(args, 'end_turn'))).toThrow(unusable);
    },
  );

  it('is truncated where the response was', () => {
    expect(read(messagesApi, message('{"a":', 'max_tokens'))).toMatchObject({
      parts: [{ argumentsText: '{"a":' }],
      finishReason: { unified: 'length' },
    });
    expect(read(responsesApi, response('{"a":', 'incomplete'))).toMatchObject({ parts: [{ argumentsText: '{"a":' }] });
  });

  it('is unchanged for clients of the same dialect, but never messages as an empty input', () => {
    expect(read(responsesApi, response('{"a":'), fromDialect('responses')).parts).toMatchObject([
      { argumentsText: '{"a":' },
    ]);
    // Some servers of that dialect report a truncated response as complete.
    expect(() => json(messagesDialect.parseRequest(body()), read(responsesApi, response('{"a":')))).toThrow(unusable);
    const streamed = read(messagesApi, message('{"a":', 'tool_use'), fromDialect('messages'));
    expect(streamed.parts).toMatchObject([{ argumentsText: '{"a":' }]);
    expect(() => json(messagesDialect.parseRequest(body()), streamed)).toThrow(unusable);
    const truncated: GenerationResult = { ...streamed, usage: emptyUsage, finishReason: { unified: 'length' } };
    expect(json(messagesDialect.parseRequest(body()), truncated).content).toMatchObject([
      { type: 'tool_use', input: {} },
    ]);
  });

  it('may have none at all', () => {
    expect(read(messagesApi, message('', 'tool_use')).parts).toMatchObject([{ argumentsText: '{}' }]);
    expect(read(responsesApi, response('')).parts).toMatchObject([{ argumentsText: '{}' }]);
  });
});

describe('a call that starts with an empty object', () => {
  const [start, block, delta, ...ends] = message('{}', 'tool_use') as [
    JsonObject,
    JsonObject,
    JsonObject,
    ...JsonObject[],
  ];
  const inputDelta = (partial: string): JsonObject => ({
    ...delta,
    delta: { type: 'input_json_delta', partial_json: partial },
  });

  it.each([undefined, 'messages'] as const)('has the arguments that follow, for clients of %s', (dialect) => {
    const request = dialect === undefined ? other : fromDialect(dialect);
    expect(
      read(messagesApi, [start, block, inputDelta('{}'), inputDelta('{"a"'), inputDelta(':1}'), ...ends], request)
        .parts,
    ).toMatchObject([{ argumentsText: '{"a":1}' }]);
    expect(read(messagesApi, [start, block, inputDelta('{}'), inputDelta(''), ...ends], request).parts).toMatchObject([
      { argumentsText: '{}' },
    ]);
    expect(
      read(messagesApi, [start, block, inputDelta('{}'), inputDelta('x'), ...ends], fromDialect('messages')).parts,
    ).toMatchObject([{ argumentsText: '{}x' }]);
  });
});

it('raw line breaks in a string of a call are escaped, for clients of either dialect', () => {
  for (const request of [other, fromDialect('messages')])
    expect(read(messagesApi, message('{"a":"x\n\ty"}', 'tool_use'), request).parts).toMatchObject([
      { argumentsText: '{"a":"x\\n\\ty"}' },
    ]);
});

describe('the counts of a prompt', () => {
  const [start, ...rest] = message('{}', 'tool_use') as [JsonObject, ...JsonObject[]];
  const counted = (first: JsonObject, last: JsonObject): JsonObject[] => [
    {
      ...start,
      message: { type: 'message', role: 'assistant', model: 'm', content: [], usage: { output_tokens: 1, ...first } },
    },
    ...rest.map((event) =>
      event['type'] === 'message_delta' ? { ...event, usage: { output_tokens: 3, ...last } } : event,
    ),
  ];

  it('are not reset by a message_delta without prompt tokens', () => {
    const nothing = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const { usage } = read(
      messagesApi,
      counted({ input_tokens: 10, cache_read_input_tokens: 50 }, nothing),
      fromDialect('messages'),
    );
    expect(usage).toMatchObject({
      inputTokens: 60,
      cachedInputTokens: 50,
      outputTokens: 3,
      raw: { input_tokens: 10, cache_read_input_tokens: 50 },
    });
  });

  it('are those of the message_delta where it has some', () => {
    expect(
      read(messagesApi, counted({ input_tokens: 10 }, { input_tokens: 0, cache_read_input_tokens: 50 })).usage,
    ).toMatchObject({ inputTokens: 50, cachedInputTokens: 50 });
    expect(read(messagesApi, counted({ input_tokens: 0 }, { input_tokens: 0 })).usage).toMatchObject({
      inputTokens: 0,
    });
  });
});

it('serializes arguments that arrive as an object', () => {
  expect(read(responsesApi, response({ a: 1 })).parts).toMatchObject([{ argumentsText: '{"a":1}' }]);
});

describe('text of an item without an added event', () => {
  const delta: JsonObject = {
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 0,
    item_id: 'msg_1',
    delta: 'Hi',
  };
  const end = (output: JsonObject[]): JsonObject => ({
    type: 'response.completed',
    response: { model: 'm', status: 'completed', output, usage: { input_tokens: 1, output_tokens: 3 } },
  });

  it('is the text of that item', () => {
    const reported: JsonObject = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    };
    expect(read(responsesApi, [delta, end([reported])]).parts).toMatchObject([{ type: 'text', text: 'Hi' }]);
  });

  it('fails the response whose end omits it', () => {
    expect(() => read(responsesApi, [delta, end([])])).toThrow(
      expect.objectContaining({ code: 'upstream-failed' }) as Error,
    );
  });
});

it('retains the id that the client received when an item ends with another one', () => {
  const item = (id: string, content: JsonObject[]): JsonObject => ({
    type: 'message',
    id,
    role: 'assistant',
    status: 'completed',
    content,
  });
  const reported = item('msg_c', [{ type: 'output_text', text: 'Hi', annotations: [] }]);
  const events: JsonObject[] = [
    { type: 'response.output_item.added', output_index: 0, item: { ...item('msg_a', []), status: 'in_progress' } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_b', delta: 'Hi' },
    { type: 'response.output_item.done', output_index: 0, item: reported },
    {
      type: 'response.completed',
      response: {
        model: 'm',
        status: 'completed',
        output: [{ ...reported, id: 'msg_d' }],
        usage: { input_tokens: 1, output_tokens: 3 },
      },
    },
  ];
  expect(read(responsesApi, events, fromDialect('responses')).parts).toMatchObject([
    { type: 'text', text: 'Hi', extensions: { responses: { item: { id: 'msg_a' } } } },
  ]);
});

describe('a response whose last event contains only its type', () => {
  const item: JsonObject = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
  };
  const done = (ended: JsonObject): JsonObject[] => [
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.done', response: ended },
  ];

  it.each<[JsonObject, string]>([
    [{ id: 'resp_1', usage: { input_tokens: 1, output_tokens: 3 } }, 'stop'],
    [{ status: 'completed', output: [item] }, 'stop'],
    [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  ])('has the status of its response: %j', (ended, unified) => {
    expect(read(responsesApi, done(ended))).toMatchObject({
      parts: [{ type: 'text', text: 'Hi' }],
      finishReason: { unified },
    });
    const reader = responsesApi.createReader(other, target, [], () => undefined);
    for (const event of done(ended)) reader.push(event);
    expect(reader.done).toBe(true);
  });

  it('has failed where its response has', () => {
    const reader = responsesApi.createReader(other, target, [], () => undefined);
    const [, last = {}] = done({ status: 'failed', error: { code: 'server_error', message: 'No.' } });
    expect(reader.push(last)).toMatchObject({ details: { message: 'No.' } });
  });
});

it.each([
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['stop', 'stop'],
] as const)('reads the reason %s of another API by its meaning', (reason, unified) => {
  expect(read(messagesApi, message('{}', reason)).finishReason).toEqual({ unified, raw: reason });
});

describe('an image that the model generated', () => {
  const picture = { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } };
  const block: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const item: JsonObject = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' };
  const [start, ...rest] = message('{}', 'end_turn') as [JsonObject, ...JsonObject[]];
  const drawn = [start, { type: 'content_block_start', index: 0, content_block: block }, ...rest.slice(2)];
  const opening: JsonObject = {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...item, status: 'in_progress', result: null },
  };
  const done: JsonObject = {
    type: 'response.completed',
    response: { model: 'm', status: 'completed', output: [item], usage: { input_tokens: 1, output_tokens: 3 } },
  };

  it('is one for clients of the other dialect', () => {
    expect(read(messagesApi, drawn).parts).toMatchObject([picture]);
    expect(read(responsesApi, [opening, done]).parts).toMatchObject([picture]);
  });

  it('is unchanged for clients of the same dialect', () => {
    expect(read(messagesApi, drawn, fromDialect('messages')).parts).toMatchObject([{ type: 'opaque', value: block }]);
    expect(read(responsesApi, [opening, done], fromDialect('responses')).parts).toMatchObject([
      { type: 'opaque', value: item },
    ]);
  });
});

describe('blocks of a message, which follow each other, whatever their indices', () => {
  /** Text, a call, text: with these indices, each ended or left open, and this usage at the start. */
  const blocks = (
    numbers: readonly (number | undefined)[],
    {
      ended = true,
      usage = { input_tokens: 1, output_tokens: 1 },
    }: { readonly ended?: boolean; readonly usage?: JsonObject | null } = {},
  ): JsonObject[] => {
    const texts = (text: string): readonly [JsonObject, JsonObject] => [
      { type: 'text', text: '' },
      { type: 'text_delta', text },
    ];
    const call = [
      { type: 'tool_use', id: 'a', name: 'look', input: {} },
      { type: 'input_json_delta', partial_json: '{"at":1}' },
    ] as const;
    const called = (index: number | undefined, event: JsonObject): JsonObject =>
      index === undefined ? event : { ...event, index };
    return [
      {
        type: 'message_start',
        message: { type: 'message', role: 'assistant', model: 'm', content: [], ...(usage !== null && { usage }) },
      },
      ...[texts('One.'), call, texts('Two.')].flatMap(([opening, delta], index) => [
        called(numbers[index], { type: 'content_block_start', content_block: opening }),
        called(numbers[index], { type: 'content_block_delta', delta }),
        ...(ended ? [called(numbers[index], { type: 'content_block_stop' })] : []),
      ]),
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ];
  };
  const parts = [
    { type: 'text', text: 'One.' },
    { type: 'tool-call', argumentsText: '{"at":1}' },
    { type: 'text', text: 'Two.' },
  ];

  it.each<readonly [string, JsonObject[]]>([
    ['with gaps in their numbers', blocks([1, 4, 5])],
    ['all with the same number', blocks([0, 0, 0])],
    ['with numbers that begin again', blocks([0, 1, 0])],
    ['without numbers', blocks([undefined, undefined, undefined])],
    ['with numbers, none of them ended', blocks([0, 1, 2], { ended: false })],
    ['with gaps in their numbers, none of them ended', blocks([0, 2, 7], { ended: false })],
    ['without numbers, none of them ended', blocks([undefined, undefined, undefined], { ended: false })],
    ['without counts at the start', blocks([0, 1, 2], { usage: null })],
    [
      'with counts that arrive while one is open',
      blocks([0, 1, 2]).toSpliced(2, 0, { type: 'message_delta', delta: {}, usage: { output_tokens: 2 } }),
    ],
  ])('are read in their order: %s', (_, events) => {
    for (const request of [other, fromDialect('messages')]) {
      expect(read(messagesApi, events, request)).toMatchObject({
        parts,
        finishReason: { unified: 'tool-calls' },
        usage: { outputTokens: 3 },
      });
    }
  });
});
