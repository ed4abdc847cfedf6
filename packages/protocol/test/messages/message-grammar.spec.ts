import { hasResponse, loadFixtures } from '#src/fixtures.js';
import {
  checkMessageStream,
  GrammarError,
  MessageGrammar,
  type ErrorEvent,
  type GrammarRule,
  type MessageStreamEvent,
  type PingEvent,
} from '#src/messages.js';

/** Events as a faulty server may send them. */
type Loose = Record<string, unknown> & { type: string };

const usage = { input_tokens: 9, output_tokens: 1 };
const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
};
const opens = (index: number, block: object): Loose => ({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, inner: object): Loose => ({ type: 'content_block_delta', index, delta: inner });
const closes = (index: number): Loose => ({ type: 'content_block_stop', index });
const text = { type: 'text', text: '' };
const thinking = { type: 'thinking', thinking: '', signature: '' };
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'n', input: {} };
const json = (fragment: string): object => ({ type: 'input_json_delta', partial_json: fragment });
const textDelta = { type: 'text_delta', text: 'Hi.' };
const thinkingDelta = { type: 'thinking_delta', thinking: 'Hm.' };
const signature = { type: 'signature_delta', signature: 'c2ln' };
const ends = (reason: string | null, tokens: unknown = 5): Loose => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null },
  usage: { output_tokens: tokens },
});
const stop: Loose = { type: 'message_stop' };
const ping: PingEvent = { type: 'ping' };
const failure: ErrorEvent = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const textBlock = [opens(0, text), delta(0, textDelta), closes(0)];
const response = [start, ...textBlock, ends('end_turn'), stop];

/** The API guarantees nothing about the order, so the checker receives the events as they arrived. */
function check(events: readonly object[]): void {
  checkMessageStream(events as readonly MessageStreamEvent[]);
}

function broken(events: readonly object[]): { rule: string; index: number } | undefined {
  try {
    check(events);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof GrammarError) return { rule: thrown.rule, index: thrown.index };
    throw thrown;
  }
}

function startWith(changes: object): Loose {
  return { type: 'message_start', message: { ...start.message, ...changes } };
}

describe('a stream that obeys the grammar', () => {
  it.each<[string, readonly object[]]>([
    ['one text block', response],
    [
      'pings anywhere',
      [
        ping,
        start,
        ping,
        opens(0, text),
        ping,
        delta(0, textDelta),
        ping,
        closes(0),
        ping,
        ends('end_turn'),
        ping,
        stop,
      ],
    ],
    ['an error in the middle', [start, opens(0, text), failure]],
    ['an error before anything else', [failure]],
    ['several message_delta events', [start, ...textBlock, ends(null, 3), ends('end_turn'), stop]],
    [
      'thinking without a signature member at its start',
      [
        start,
        opens(0, { type: 'thinking', thinking: '' }),
        delta(0, signature),
        closes(0),
        opens(1, text),
        closes(1),
        ends('end_turn'),
        stop,
      ],
    ],
    ['a tool without any fragment', [start, opens(0, toolUse), closes(0), ends('tool_use'), stop]],
    [
      'tool input that max_tokens truncates',
      [start, opens(0, toolUse), delta(0, json('{"a":')), closes(0), ends('max_tokens'), stop],
    ],
    ['a refusal without a block', [start, ends('refusal'), stop]],
  ])('%s', (_, events) => {
    expect(broken(events)).toBeUndefined();
  });
});

describe('each fault is caught by its rule, at its event', () => {
  it.each<[string, GrammarRule, number, readonly object[]]>([
    ['no message_start', 'message-start-first', 0, response.slice(1)],
    ['a delta first', 'message-start-first', 0, [delta(0, textDelta)]],
    ['a message_stop first', 'message-start-first', 0, [stop]],
    ['a second message_start', 'message-start-once', 1, [start, ...response]],
    ['content missing in the start', 'message-start-empty', 0, [startWith({ content: undefined })]],
    ['content null in the start', 'message-start-empty', 0, [startWith({ content: null })]],
    ['content in the start', 'message-start-empty', 0, [startWith({ content: [text] })]],
    ['a stop reason in the start', 'message-start-empty', 0, [startWith({ stop_reason: 'end_turn' })]],
    ['no stop sequence in the start', 'message-start-empty', 0, [startWith({ stop_sequence: undefined })]],
    ['no id in the start', 'message-start-empty', 0, [startWith({ id: undefined })]],
    ['another role in the start', 'message-start-empty', 0, [startWith({ role: 'user' })]],
    ['start usage missing', 'usage-counts', 0, [startWith({ usage: undefined })]],
    ['start usage null', 'usage-counts', 0, [startWith({ usage: null })]],
    ['start input_tokens null', 'usage-counts', 0, [startWith({ usage: { input_tokens: null, output_tokens: 1 } })]],
    ['delta usage missing', 'usage-counts', 4, [start, ...textBlock, { ...ends('end_turn'), usage: undefined }, stop]],
    ['delta output_tokens null', 'usage-counts', 4, [start, ...textBlock, ends('end_turn', null), stop]],
    ['output_tokens as increments', 'usage-counts', 5, [start, ...textBlock, ends(null, 5), ends('end_turn', 2), stop]],
    ['an index gap', 'block-index', 1, [start, opens(1, text)]],
    ['an index used twice', 'block-index', 4, [start, ...textBlock, opens(0, text)]],
    ['a block without its stop', 'block-one-open', 3, [start, opens(0, text), delta(0, textDelta), opens(1, text)]],
    ['interleaved blocks', 'block-one-open', 2, [start, opens(0, text), opens(1, toolUse)]],
    ['text field missing in the start', 'block-starts-empty', 1, [start, opens(0, { type: 'text' })]],
    ['text in the start', 'block-starts-empty', 1, [start, opens(0, { type: 'text', text: 'Hi.' })]],
    [
      'thinking field missing in the start',
      'block-starts-empty',
      1,
      [start, opens(0, { type: 'thinking', signature: '' })],
    ],
    ['signature in the start', 'block-starts-empty', 1, [start, opens(0, { ...thinking, signature: 'c2ln' })]],
    ['tool arguments in the start', 'block-starts-empty', 1, [start, opens(0, { ...toolUse, input: { a: 1 } })]],
    ['tool input missing in the start', 'block-starts-empty', 1, [start, opens(0, { ...toolUse, input: undefined })]],
    [
      'redacted thinking without data',
      'block-starts-empty',
      1,
      [start, opens(0, { type: 'redacted_thinking', data: '' })],
    ],
    ['citations null', 'block-no-null', 1, [start, opens(0, { ...text, citations: null })]],
    ['caller null', 'block-no-null', 1, [start, opens(0, { ...toolUse, caller: null })]],
    ['a delta without start', 'delta-in-block', 1, [start, delta(0, textDelta)]],
    ['a delta for another block', 'delta-in-block', 2, [start, opens(0, text), delta(1, textDelta)]],
    ['a stop for another block', 'delta-in-block', 2, [start, opens(0, text), closes(1)]],
    ['a stop without start', 'delta-in-block', 1, [start, closes(0)]],
    ['a thinking_delta in a text block', 'delta-fits-block', 2, [start, opens(0, text), delta(0, thinkingDelta)]],
    ['a text_delta in a tool block', 'delta-fits-block', 2, [start, opens(0, toolUse), delta(0, textDelta)]],
    [
      'a delta in a block that arrives complete',
      'delta-fits-block',
      2,
      [start, opens(0, { type: 'redacted_thinking', data: 'x' }), delta(0, textDelta)],
    ],
    [
      'a signature in two parts',
      'signature-single-last',
      3,
      [start, opens(0, thinking), delta(0, signature), delta(0, signature)],
    ],
    [
      'thinking after the signature',
      'signature-single-last',
      3,
      [start, opens(0, thinking), delta(0, signature), delta(0, thinkingDelta)],
    ],
    [
      'thinking without signature',
      'signature-single-last',
      3,
      [start, opens(0, thinking), delta(0, thinkingDelta), closes(0)],
    ],
    [
      'truncated tool JSON that calls itself complete',
      'tool-input-object',
      3,
      [start, opens(0, toolUse), delta(0, json('{"a":')), closes(0), ends('tool_use'), stop],
    ],
    [
      'tool input that is no object',
      'tool-input-object',
      3,
      [start, opens(0, toolUse), delta(0, json('[1]')), closes(0), ends('tool_use'), stop],
    ],
    [
      'two JSON objects as tool input',
      'tool-input-object',
      4,
      [start, opens(0, toolUse), delta(0, json('{}')), delta(0, json('{}')), closes(0), ends('tool_use'), stop],
    ],
    ['message_delta while a block is open', 'message-delta-after-blocks', 2, [start, opens(0, text), ends('end_turn')]],
    ['message_stop while a block is open', 'message-delta-after-blocks', 2, [start, opens(0, text), stop]],
    [
      'a block after message_delta',
      'message-delta-after-blocks',
      5,
      [start, ...textBlock, ends('end_turn'), opens(1, text)],
    ],
    ['no message_delta', 'stop-reason-set', 4, [start, ...textBlock, stop]],
    ['a stop reason that stays null', 'stop-reason-set', 5, [start, ...textBlock, ends(null), stop]],
    ['end_turn with a tool call', 'stop-reason-fits', 4, [start, opens(0, toolUse), closes(0), ends('end_turn'), stop]],
    ['tool_use without a tool call', 'stop-reason-fits', 5, [start, ...textBlock, ends('tool_use'), stop]],
    ['empty content', 'content-not-empty', 2, [start, ends('end_turn'), stop]],
    ['no message_stop', 'complete', 5, response.slice(0, -1)],
    ['the end of the connection in a block', 'complete', 3, response.slice(0, 3)],
    ['nothing at all', 'complete', 0, []],
    ['an event after message_stop', 'nothing-after-end', 6, [...response, ping]],
    ['a second message_stop', 'nothing-after-end', 6, [...response, stop]],
    ['an event after an error', 'nothing-after-end', 1, [failure, start]],
    ['an error without a message', 'error-shape', 0, [{ type: 'error', error: { type: 'api_error' } }]],
    ['an error without an error object', 'error-shape', 0, [{ type: 'error' }]],
    ['an unknown event', 'known-type', 1, [start, { type: 'later' }]],
    ['an event without a type', 'known-type', 1, [start, {}]],
    ['an unknown block', 'known-type', 1, [start, opens(0, { type: 'hologram' })]],
    ['an unknown delta', 'known-type', 2, [start, opens(0, text), delta(0, { type: 'hologram_delta' })]],
  ])('%s', (_, rule, index, events) => {
    expect(broken(events)).toEqual({ rule, index });
  });

  it('the message of the error names the rule and the event', () => {
    expect(() => check([start, closes(0)])).toThrow(
      'event 1 breaks delta-in-block: content_block_stop for block 0, which is not open',
    );
  });
});

describe('any single loss, swap or repetition in a real stream', () => {
  const streams = loadFixtures('messages').filter((fixture) => hasResponse(fixture));
  /** Indices of the events that define the order; content, pings and totals may be lost or repeated. */
  const orderedIndices = (events: readonly MessageStreamEvent[]): number[] => {
    const free = new Set(['ping', 'content_block_delta', 'message_delta']);
    return [...events.keys()].filter((index) => !free.has(String(events[index]?.type)));
  };

  it.each(streams)('$name: a lost event is noticed', ({ events }) => {
    const unnoticed = orderedIndices(events).filter((index) => broken(events.toSpliced(index, 1)) === undefined);
    expect(unnoticed).toEqual([]);
  });

  it.each(streams)('$name: a repeated event is noticed', ({ events }) => {
    const unnoticed = orderedIndices(events).filter(
      (index) => broken([...events.slice(0, index + 1), ...events.slice(index)]) === undefined,
    );
    expect(unnoticed).toEqual([]);
  });

  it.each(streams)('$name: every prefix is incomplete', ({ events }) => {
    const grammar = new MessageGrammar();
    for (const event of events.slice(0, -1)) {
      grammar.push(event);
      expect(() => grammar.end()).toThrow(GrammarError);
    }
  });
});
