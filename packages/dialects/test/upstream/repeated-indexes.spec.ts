// Servers that give two items the same index: Ollama keeps the text before its calls at their index, LiteLLM sends
// everything except calls at the first index, and `transformers serve` skips an index before its calls and repeats
// its message after them. Modelled on their converters as of November 2026.
import { type GenerationResult, type JsonObject, ResultCollector } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { responsesApi } from '#src/responses.js';
import { target } from '../upstream-target.js';

const request = buildRequest('hi', { tools: [functionTool('look')] });

function read(events: readonly JsonObject[], asked = request, isShown = true): GenerationResult {
  const collector = new ResultCollector();
  const emit = collector.push.bind(collector);
  const reader = responsesApi.createReader(asked, target, [], emit, { isShown, isUsedId: () => false });
  for (const event of events) reader.push(event);
  return collector.result();
}

const added = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const message = (id: string, text?: string): JsonObject => ({
  id,
  type: 'message',
  role: 'assistant',
  status: text === undefined ? 'in_progress' : 'completed',
  content: text === undefined ? [] : [{ type: 'output_text', text, annotations: [] }],
});
const call = (id: string, args = ''): JsonObject => ({
  id,
  type: 'function_call',
  status: args === '' ? 'in_progress' : 'completed',
  call_id: `call_${id}`,
  name: 'look',
  arguments: args,
});
const reasoningItem = (id: string, text?: string): JsonObject => ({
  id,
  type: 'reasoning',
  summary: text === undefined ? null : [{ type: 'summary_text', text }],
});
const textDelta = (output_index: number, item_id: string, delta: string): JsonObject => ({
  type: 'response.output_text.delta',
  item_id,
  output_index,
  content_index: 0,
  delta,
});
const thinks = (output_index: number, item_id: string, delta: string): JsonObject => ({
  type: 'response.reasoning_summary_text.delta',
  item_id,
  output_index,
  delta,
});
const writes = (output_index: number, item_id: string, delta: string): JsonObject => ({
  type: 'response.function_call_arguments.delta',
  item_id,
  output_index,
  delta,
});
const end = (output: JsonObject[]): JsonObject => ({
  type: 'response.completed',
  response: { model: 'm', status: 'completed', output, usage: { input_tokens: 1, output_tokens: 3 } },
});
const completeCall = (outputIndex: number, id: string, args: string): JsonObject[] => [
  added(outputIndex, call(id)),
  writes(outputIndex, id, args),
  done(outputIndex, call(id, args)),
];

describe('text followed by a call at the same index', () => {
  const before = [added(0, message('msg')), textDelta(0, 'msg', 'I will '), textDelta(0, 'msg', 'look.')];
  const textPart = { type: 'text', text: 'I will look.' };

  it('ends where the call starts', () => {
    const { parts, finishReason } = read([
      ...before,
      ...completeCall(0, 'fc_1', '{"a":1}'),
      end([call('fc_1', '{"a":1}')]),
    ]);
    expect(parts).toMatchObject([textPart, { type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' }]);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('may be last in the complete response', () => {
    const { parts } = read([
      ...before,
      ...completeCall(0, 'fc_1', '{"a":1}'),
      end([call('fc_1', '{"a":1}'), message('msg', 'I will look.')]),
    ]);
    expect(parts).toMatchObject([textPart, { type: 'tool-call' }]);
  });

  it('may be followed by several calls, sent together or each at the same index', () => {
    const calls = [
      { callId: 'call_fc_1', argumentsText: '{"a":1}' },
      { callId: 'call_fc_2', argumentsText: '{"a":2}' },
    ];
    for (const outputIndex of [0, 1]) {
      const { parts } = read([
        ...before,
        ...completeCall(0, 'fc_1', '{"a":1}'),
        ...completeCall(outputIndex, 'fc_2', '{"a":2}'),
        end([call('fc_1', '{"a":1}'), call('fc_2', '{"a":2}')]),
      ]);
      expect(parts).toMatchObject([textPart, ...calls]);
    }
  });
});

it('separates calls that are all sent at the first index', () => {
  const { parts } = read([
    ...completeCall(0, 'fc_1', '{"a":1}'),
    ...completeCall(0, 'fc_2', '{"a":2}'),
    end([call('fc_1', '{"a":1}'), call('fc_2', '{"a":2}')]),
  ]);
  expect(parts).toMatchObject([{ callId: 'call_fc_1' }, { callId: 'call_fc_2' }]);
});

describe('a message at the index of the preceding reasoning', () => {
  const thinking = [added(0, reasoningItem('rs')), thinks(0, 'rs', 'Hm.'), done(0, reasoningItem('rs', 'Hm.'))];
  const reasoningPart = { type: 'reasoning', text: 'Hm.' };

  it('starts with its text when it has no added event', () => {
    const { parts } = read([
      ...thinking,
      textDelta(0, 'msg', 'Hel'),
      textDelta(0, 'msg', 'lo'),
      done(0, message('msg', 'Hello')),
      end([reasoningItem('rs', 'Hm.'), message('msg', 'Hello')]),
    ]);
    expect(parts).toMatchObject([reasoningPart, { type: 'text', text: 'Hello' }]);
  });

  it('is sent, empty, after the calls', () => {
    const { parts } = read([
      ...thinking,
      added(1, call('fc_1')),
      writes(1, 'fc_1', '{"a":1}'),
      done(1, call('fc_1', '{"a":1}')),
      done(0, message('msg', '')),
      end([reasoningItem('rs', 'Hm.'), call('fc_1', '{"a":1}')]),
    ]);
    expect(parts).toMatchObject([
      reasoningPart,
      { type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' },
      { type: 'text', text: '' },
    ]);
  });

  it('precedes calls that are sent while it is open', () => {
    const { parts } = read([
      ...thinking,
      textDelta(0, 'msg', 'Hello'),
      ...completeCall(1, 'fc_1', '{"a":1}'),
      done(0, message('msg', 'Hello')),
      end([reasoningItem('rs', 'Hm.'), message('msg', 'Hello'), call('fc_1', '{"a":1}')]),
    ]);
    expect(parts).toMatchObject([
      reasoningPart,
      { type: 'text', text: 'Hello' },
      { type: 'tool-call', callId: 'call_fc_1' },
    ]);
  });
});

describe('a call after a skipped index', () => {
  it('may have any index without a loop over the indices between', () => {
    const far = Number.MAX_SAFE_INTEGER;
    const { parts } = read([...completeCall(far, 'fc_1', '{"a":1}'), end([call('fc_1', '{"a":1}')])]);
    expect(parts).toMatchObject([{ type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' }]);
  });

  const completeAtOnce = (outputIndex: number, id: string, args: string): JsonObject[] => [
    added(outputIndex, call(id, args)),
    {
      type: 'response.function_call_arguments.done',
      item_id: id,
      output_index: outputIndex,
      arguments: args,
      name: 'look',
    },
    done(outputIndex, call(id, args)),
  ];
  const opened = (outputIndex: number): JsonObject[] => [
    added(outputIndex, message('msg')),
    {
      type: 'response.content_part.added',
      item_id: 'msg',
      output_index: outputIndex,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    },
  ];
  const doneEvents = (outputIndex: number, text: string): JsonObject[] => [
    {
      type: 'response.output_text.done',
      item_id: 'msg',
      output_index: outputIndex,
      content_index: 0,
      text,
      logprobs: [],
    },
    done(outputIndex, message('msg', text)),
  ];
  const anyCall = { type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' };

  it('is forwarded as soon as it arrives', () => {
    const events: string[] = [];
    const reader = responsesApi.createReader(request, target, [], ({ type }) => events.push(type));
    for (const event of completeAtOnce(1, 'fc_1', '{"a":1}')) reader.push(event);
    expect(events).toEqual(['generation-start', 'part-start', 'part-delta', 'part-end']);
  });

  it('merges with the empty message that is sent at its index', () => {
    const output = [message('msg', ''), call('fc_1', '{"a":1}')];
    const { parts, finishReason } = read([
      ...completeAtOnce(1, 'fc_1', '{"a":1}'),
      ...opened(1),
      ...doneEvents(1, ''),
      end(output),
    ]);
    expect(parts).toMatchObject([anyCall, { type: 'text', text: '' }]);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('may have reasoning before it', () => {
    const thinking = [added(0, reasoningItem('rs')), thinks(0, 'rs', 'Hm.'), done(0, reasoningItem('rs', 'Hm.'))];
    const output = [reasoningItem('rs', 'Hm.'), message('msg', ''), call('fc_1', '{"a":1}'), call('fc_2', '{"a":2}')];
    const { parts } = read([
      ...thinking,
      ...completeAtOnce(2, 'fc_1', '{"a":1}'),
      ...completeAtOnce(3, 'fc_2', '{"a":2}'),
      ...opened(3),
      ...doneEvents(3, ''),
      end(output),
    ]);
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      anyCall,
      { callId: 'call_fc_2', argumentsText: '{"a":2}' },
      { text: '' },
    ]);
  });

  it('may be followed by text', () => {
    const output = [message('msg', ' and more'), call('fc_1', '{"a":1}')];
    const { parts } = read([
      ...completeAtOnce(1, 'fc_1', '{"a":1}'),
      ...opened(1),
      textDelta(1, 'msg', ' and'),
      textDelta(1, 'msg', ' more'),
      ...doneEvents(1, ' and more'),
      end(output),
    ]);
    expect(parts).toMatchObject([anyCall, { type: 'text', text: ' and more' }]);
  });

  it('ends as it began where it is done under another id', () => {
    const { parts } = read([
      added(1, call('fc_1')),
      writes(1, 'fc_1', '{"a":1}'),
      done(1, call('fc_x', '{"a":1}')),
      end([call('fc_x', '{"a":1}')]),
    ]);
    expect(parts).toMatchObject([{ type: 'tool-call', argumentsText: '{"a":1}' }]);
  });

  it('does not repeat the message that precedes it', () => {
    const output = [message('msg', 'I will look.'), call('fc_1', '{"a":1}')];
    const before = [
      ...opened(0),
      textDelta(0, 'msg', 'I will '),
      textDelta(0, 'msg', 'look.'),
      ...doneEvents(0, 'I will look.'),
      ...completeAtOnce(1, 'fc_1', '{"a":1}'),
    ];
    expect(read([...before, ...opened(1), ...doneEvents(1, 'I will look.'), end(output)]).parts).toMatchObject([
      { type: 'text', text: 'I will look.' },
      anyCall,
    ]);
    const after = read([
      ...before,
      ...opened(1),
      textDelta(1, 'msg', 'Done.'),
      ...doneEvents(1, 'I will look.Done.'),
      end([message('msg', 'I will look.Done.'), call('fc_1', '{"a":1}')]),
    ]);
    expect(after.parts).toMatchObject([
      { type: 'text', text: 'I will look.' },
      anyCall,
      { type: 'text', text: 'Done.' },
    ]);
  });
});

it('items that share an id keep their indices', () => {
  const { parts } = read([
    added(0, message('x')),
    textDelta(0, 'x', 'Hi'),
    done(0, message('x', 'Hi')),
    ...completeCall(1, 'x', '{"a":1}'),
    end([message('x', 'Hi'), call('x', '{"a":1}')]),
  ]);
  expect(parts).toMatchObject([{ text: 'Hi' }, { type: 'tool-call', argumentsText: '{"a":1}' }]);
});

it('an item with two done events is an invalid response', () => {
  expect(() => read([added(0, message('msg')), done(0, message('msg', 'Hi')), done(0, message('msg', 'Hi'))])).toThrow(
    expect.objectContaining({ code: 'upstream-failed' }) as Error,
  );
});

describe('events in another order than their sequence_number', () => {
  const failure = expect.objectContaining({ code: 'upstream-failed' }) as Error;
  const numbered = (...events: readonly (readonly [number, JsonObject])[]): readonly JsonObject[] =>
    events.map(([sequence_number, event]) => ({ ...event, sequence_number }));

  it('never give the text of a late item to the item that arrived first', () => {
    const events = numbered(
      [3, added(1, reasoningItem('rs_1'))],
      [1, { type: 'response.reasoning_summary_text.done', output_index: 0, item_id: 'rs_0', text: 'Hel' }],
      [4, done(1, reasoningItem('rs_1'))],
      [2, done(0, reasoningItem('rs_0', 'Hel'))],
      [5, end([reasoningItem('rs_0', 'Hel'), reasoningItem('rs_1', 'or')])],
    );
    expect(() => read(events, request, false)).toThrow(failure);
  });

  it('are a failure where deltas precede the name of their call and no event has the complete arguments', () => {
    const events = numbered(
      [3, writes(0, 'fc', '"a":1}')],
      [4, done(0, { ...call('fc'), name: '' })],
      [1, added(0, call('fc'))],
      [2, writes(0, 'fc', '{')],
      [5, end([call('fc')])],
    );
    expect(() => read(events)).toThrow(failure);
  });
});
