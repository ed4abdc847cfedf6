// Seeds every stream fault that is known to break a client of the messages dialect into the encoder's output, one at
// a time. The checks that run over all streams must detect each.
import { type GenerationResult, ResultCollector } from '@org/engine';
import { replay } from '@org/engine/testing';
import {
  accumulateMessages,
  MessageGrammar,
  messageSchema,
  messageStreamEventSchema,
  type Message,
  type MessageStreamEvent,
} from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import type { EncodeContext } from '#src/dialect.js';
import { testSigner } from '../test-signer.js';
import { bytesOf, find, framesOf, indexOf, object, readFrames, without, type Frame, type Json } from './stream.js';

const result: GenerationResult = {
  model: 'm',
  parts: [
    { type: 'reasoning', text: 'They want the weather, so I look it up.' },
    { type: 'text', text: 'I look it up.' },
    { type: 'tool-call', kind: 'function', callId: 'toolu_1', name: 'get_weather', argumentsText: '{"city":"Paris"}' },
    { type: 'tool-call', kind: 'function', callId: 'toolu_2', name: 'get_weather', argumentsText: '{"city":"Rome"}' },
  ],
  finishReason: { unified: 'tool-calls' },
  usage: { inputTokens: 11, outputTokens: 7, cachedInputTokens: 4, cacheWriteTokens: 0, reasoningTokens: 2 },
  warnings: [],
};
const request = {
  model: 'm',
  max_tokens: 4096,
  messages: [{ role: 'user' as const, content: 'hi' }],
  thinking: { type: 'enabled' as const, budget_tokens: 1024 },
};
const context: EncodeContext = {
  id: 'msg_1',
  createdAt: 1,
  now: () => 2,
  version: '2023-06-01',
  reasoningSigner: testSigner,
  policy: { usageNames: 'both', rawReasoning: false },
};

function encoded(): { frames: Frame[]; message: Message } {
  const encoder = messagesDialect.createEncoder(request, context);
  const collector = new ResultCollector();
  const events: MessageStreamEvent[] = [];
  for (const event of replay(result, 6)) {
    collector.push(event);
    events.push(...encoder.push(event));
  }
  return {
    frames: framesOf(events as { type: string }[]),
    message: messagesDialect.createEncoder(request, context).response(collector.result()),
  };
}

/** Errors that the checks report for a stream; empty for a valid one. */
function errorTexts(frames: readonly Frame[], message: Message): string[] {
  const { events, faults } = readFrames(bytesOf(frames), false);
  const found = [...faults];
  for (const event of events)
    if (!messageStreamEventSchema.safeParse(event).success) found.push(`schema: ${String(event['type'])}`);
  const typed = events as unknown as MessageStreamEvent[];
  try {
    const grammar = new MessageGrammar();
    for (const event of typed) grammar.push(event);
    grammar.end();
    expect(accumulateMessages(typed)).toEqual(message);
    // Clients show the prompt's size from the first event; correct totals at the end are too late for them.
    const announced = typed.flatMap((event) =>
      event.type === 'message_start' ? [event.message.usage.input_tokens] : [],
    );
    expect(announced).toEqual([message.usage.input_tokens]);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

type Fault = (frames: Frame[]) => Frame[] | void;

const blockStart = (frames: Frame[], kind: string): Json =>
  object(
    frames
      .map((frame) => object(frame.data))
      .find((event) => event['type'] === 'content_block_start' && object(event['content_block'])['type'] === kind)?.[
      'content_block'
    ],
  );
const delta = (frames: Frame[], kind: string): Json =>
  object(
    frames
      .map((frame) => object(frame.data))
      .find((event) => event['type'] === 'content_block_delta' && object(event['delta'])['type'] === kind)?.['delta'],
  );
const isDelta = (frame: Frame, kind: string): boolean =>
  object(frame.data)['type'] === 'content_block_delta' && object(object(frame.data)['delta'])['type'] === kind;

const faults: Record<string, Fault> = {
  'no event names': (frames) => frames.map((frame) => ({ ...frame, name: undefined })),
  'an event name that is not its type': (frames) =>
    frames.map((frame, index) => (index === 2 ? { ...frame, name: 'message' } : frame)),
  'malformed JSON': (frames) => frames.map((frame, index) => (index === 3 ? { ...frame, data: '{"type":' } : frame)),
  'a ping without data': (frames) => [{ name: 'ping', data: {} }, ...frames],
  'no message_start': (frames) => without(frames, 'message_start'),
  'a second message_start': (frames) => [frames[0] as Frame, ...frames],
  'message_start without usage': (frames) => void delete object(find(frames, 'message_start')['message'])['usage'],
  'message_start with null usage': (frames) => void (object(find(frames, 'message_start')['message'])['usage'] = null),
  'message_start with null input_tokens': (frames) =>
    void (object(object(find(frames, 'message_start')['message'])['usage'])['input_tokens'] = null),
  'message_start with zero input_tokens': (frames) =>
    void (object(object(find(frames, 'message_start')['message'])['usage'])['input_tokens'] = 0),
  'message_start without content': (frames) => void delete object(find(frames, 'message_start')['message'])['content'],
  'message_start with a stop reason': (frames) =>
    void (object(find(frames, 'message_start')['message'])['stop_reason'] = 'end_turn'),
  'no message_delta': (frames) => without(frames, 'message_delta'),
  'message_delta without usage': (frames) => void delete find(frames, 'message_delta')['usage'],
  'message_delta without a stop reason': (frames) =>
    void (object(find(frames, 'message_delta')['delta'])['stop_reason'] = null),
  'end_turn where tools are called': (frames) =>
    void (object(find(frames, 'message_delta')['delta'])['stop_reason'] = 'end_turn'),
  'usage counted twice': (frames) => void (object(find(frames, 'message_delta')['usage'])['output_tokens'] = 14),
  'no message_stop': (frames) => without(frames, 'message_stop'),
  'events after message_stop': (frames) => [...frames, { name: 'ping', data: { type: 'ping' } }],
  'a [DONE] at the end': (frames) => [...frames, { name: undefined, data: '[DONE]' }],
  'no content_block_start': (frames) => without(frames, 'content_block_start'),
  'no content_block_stop': (frames) => without(frames, 'content_block_stop'),
  'all stops at the end': (frames) => {
    const stops = frames.filter((frame) => object(frame.data)['type'] === 'content_block_stop');
    return [...without(frames, 'content_block_stop').slice(0, -2), ...stops, ...frames.slice(-2)];
  },
  'an index gap': (frames) => {
    for (const { data } of frames)
      if (typeof object(data)['index'] === 'number' && object(data)['index'] !== 0)
        object(data)['index'] = Number(object(data)['index']) + 1;
  },
  'an index used twice': (frames) => {
    for (const { data } of frames) if (object(data)['index'] === 2) object(data)['index'] = 1;
  },
  'interleaved blocks': (frames) => {
    const first = frames.findIndex((frame) => object(frame.data)['type'] === 'content_block_stop');
    const moved = frames[first] as Frame;
    return [...frames.slice(0, first), frames[first + 1] as Frame, moved, ...frames.slice(first + 2)];
  },
  'a delta before its start': (frames) => {
    const start = indexOf(frames, 'content_block_start');
    return [...frames.slice(0, start), frames[start + 1] as Frame, frames[start] as Frame, ...frames.slice(start + 2)];
  },
  'a text block without text at start': (frames) => void delete blockStart(frames, 'text')['text'],
  'a text block that starts with text': (frames) => void (blockStart(frames, 'text')['text'] = 'I'),
  'a thinking block without thinking at start': (frames) => void delete blockStart(frames, 'thinking')['thinking'],
  'a thinking block that starts with thinking': (frames) => void (blockStart(frames, 'thinking')['thinking'] = 'They'),
  'a tool call without input at start': (frames) => void delete blockStart(frames, 'tool_use')['input'],
  'tool input at start': (frames) => void (blockStart(frames, 'tool_use')['input'] = { city: 'Paris' }),
  'a tool call without id': (frames) => void delete blockStart(frames, 'tool_use')['id'],
  'truncated tool JSON': (frames) => {
    const last = frames.findLastIndex((frame) => isDelta(frame, 'input_json_delta'));
    return frames.toSpliced(last, 1);
  },
  'thinking in a text block': (frames) => {
    const text = delta(frames, 'text_delta');
    text['type'] = 'thinking_delta';
    text['thinking'] = text['text'];
    delete text['text'];
  },
  'no signature': (frames) => frames.filter((frame) => !isDelta(frame, 'signature_delta')),
  'an empty signature': (frames) => void (delta(frames, 'signature_delta')['signature'] = ''),
  'a signature in two deltas': (frames) => {
    const at = frames.findIndex((frame) => isDelta(frame, 'signature_delta'));
    return [...frames.slice(0, at), structuredClone(frames[at]) as Frame, ...frames.slice(at)];
  },
  'a signature before the end of thinking': (frames) => {
    const at = frames.findIndex((frame) => isDelta(frame, 'signature_delta'));
    return frames.toSpliced(at, 1).toSpliced(at - 1, 0, frames[at] as Frame);
  },
  'an unknown block type': (frames) => void (blockStart(frames, 'text')['type'] = 'prose'),
  'an unknown delta type': (frames) => void (delta(frames, 'text_delta')['type'] = 'prose_delta'),
  'an unknown event type': (frames) =>
    frames.toSpliced(1, 0, { name: 'content_progress', data: { type: 'content_progress' } }),
  'caller: null': (frames) => void (blockStart(frames, 'tool_use')['caller'] = null),
  'citations: null': (frames) => void (blockStart(frames, 'text')['citations'] = null),
  'a response without content': (frames) => [frames[0] as Frame, ...frames.slice(-2)],
  'a lost delta': (frames) =>
    frames.toSpliced(
      frames.findIndex((frame) => isDelta(frame, 'text_delta')),
      1,
    ),
  'an error that names nothing': (frames) => [
    ...frames.slice(0, 4),
    { name: 'error', data: { type: 'error', error: {} } },
  ],
  'an error as data only': (frames) => [
    ...frames.slice(0, 4),
    { name: undefined, data: { type: 'error', error: { type: 'api_error', message: 'x' } } },
  ],
};

const bodyFaults: Record<string, (message: Json) => void> = {
  'citations: null': (message) => void (blockOf(message, 'text')['citations'] = null),
  'caller: null': (message) => void (blockOf(message, 'tool_use')['caller'] = null),
  'thinking without signature': (message) => void delete blockOf(message, 'thinking')['signature'],
  'an unknown block': (message) => void (blockOf(message, 'text')['type'] = 'prose'),
  'usage missing': (message) => void delete message['usage'],
  'empty content': (message) => void (message['content'] = []),
};

function blockOf(message: Json, kind: string): Json {
  return object((message['content'] as Json[]).find((block) => block['type'] === kind));
}

/** The JSON response must match the stream and follow its rules: the test checks it as the equivalent stream. */
function bodyErrors(body: unknown, frames: readonly Frame[]): string[] {
  const parsed = messageSchema.safeParse(body);
  return parsed.success ? errorTexts(frames, parsed.data) : [parsed.error.message];
}

describe('our checks of the messages stream', () => {
  it('find no fault in the encoder output', () => {
    const { frames, message } = encoded();
    expect(errorTexts(frames, message)).toEqual([]);
  });

  it.each(Object.entries(faults))('notice %s', (_name, fault) => {
    const { frames, message } = encoded();
    expect(errorTexts(fault(frames) ?? frames, message)).not.toEqual([]);
  });

  it.each(Object.entries(bodyFaults))('detect in the JSON response: %s', (_name, fault) => {
    const { frames, message } = encoded();
    const body = structuredClone(message) as unknown as Json;
    fault(body);
    expect(bodyErrors(body, frames)).not.toEqual([]);
  });
});
