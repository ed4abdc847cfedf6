import * as fc from 'fast-check';
import { hasResponse, loadFixtures } from '#src/fixtures.js';
import {
  AccumulationError,
  accumulateMessage,
  accumulateMessages,
  createMessageAccumulation,
  checkMessageStream,
  type Message,
  type MessageAccumulation,
  type MessageStreamEvent,
} from '#src/messages.js';

const casesWithResponse = loadFixtures('messages').filter((fixture) => hasResponse(fixture));

function statesOf(events: readonly MessageStreamEvent[]): MessageAccumulation<Message>[] {
  const states: MessageAccumulation<Message>[] = [];
  let state = createMessageAccumulation<Message>();
  for (const event of events) states.push((state = accumulateMessage(state, event)));
  return states;
}

function eventsOf(name: string): readonly MessageStreamEvent[] {
  const found = casesWithResponse.find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found.events;
}

function textOf(message: Message | undefined): string {
  return (message?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe('accumulating a stream', () => {
  it.each(casesWithResponse)('$name: never changes an event or an earlier state', ({ events }) => {
    const before = structuredClone(events);
    const states = statesOf(events);
    const snapshots = states.map((state) => structuredClone(state.message));
    statesOf(events);
    expect(events).toEqual(before);
    expect(states.map((state) => state.message)).toEqual(snapshots);
  });

  it.each(casesWithResponse)('$name: text only grows from snapshot to snapshot', ({ events }) => {
    let earlier = '';
    for (const state of statesOf(events)) {
      const now = textOf(state.message);
      expect(now.startsWith(earlier)).toBe(true);
      earlier = now;
    }
  });

  it('includes the open block in a snapshot', () => {
    const [, , first] = statesOf(eventsOf('plain-text'));
    expect(first === undefined ? undefined : textOf(first.message)).toBe('Jupiter is the ');
  });

  it('preserves the text of tool input, which is more exact than the parsed numbers', () => {
    const last = statesOf(eventsOf('tool-large-numbers')).at(-1);
    expect(last?.inputTexts.get(0)).toBe(
      '{"id":12345678901234567890,"safe":9007199254740993,"tiny":1e-7,"one":1.0,"huge":1e21,"zero":-0.0}',
    );
  });

  it('preserves the text of truncated tool input and leaves the input empty', () => {
    const last = statesOf(eventsOf('tool-cut-by-max-tokens')).at(-1);
    expect(last?.message?.content[0]).toMatchObject({ type: 'tool_use', input: {} });
    expect(last?.inputTexts.get(0)).toBe('{"text":"Dear diary, today I');
  });

  it('replaces usage with later totals and ignores nulls', () => {
    const [start] = eventsOf('plain-text');
    if (start?.type !== 'message_start') throw new Error('no start');
    const delta = (tokens: number): MessageStreamEvent => ({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: tokens, input_tokens: null, cache_read_input_tokens: null },
    });
    const state = [start, delta(5), delta(8)].reduce(accumulateMessage, createMessageAccumulation<Message>());
    expect(state.message?.usage).toEqual({ ...start.message.usage, output_tokens: 8 });
  });

  it('reads each input separately when a server opens several calls under one index and never ends them', () => {
    const [start] = eventsOf('plain-text');
    if (start?.type !== 'message_start') throw new Error('no start');
    const call = (id: string, json: string): MessageStreamEvent[] => [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name: 'f', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json } },
    ];
    const end: MessageStreamEvent[] = [
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    const message = accumulateMessages([
      start,
      ...call('a', '{"n":1}'),
      ...call('b', '["no object"]'),
      ...call('c', '{"n":3}'),
      ...end,
    ]);
    expect(message.content).toMatchObject([
      { id: 'a', input: { n: 1 } },
      { id: 'b', input: {} },
      { id: 'c', input: { n: 3 } },
    ]);
    expect(Array.isArray((message.content[1] as { input?: unknown }).input)).toBe(false);
  });

  it('a stream that ends without message_stop is an error', () => {
    for (const { events } of casesWithResponse)
      expect(() => accumulateMessages(events.slice(0, -1))).toThrow(AccumulationError);
  });

  it('throws an error with the type of the error event', () => {
    const failure: MessageStreamEvent = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(() => accumulateMessages([failure])).toThrow(
      'The stream ended with an error event (overloaded_error): Overloaded',
    );
  });

  it('ignores an unknown event or delta', () => {
    const events = eventsOf('plain-text');
    const later: readonly unknown[] = [
      { type: 'later' },
      { type: 'content_block_delta', index: 0, delta: { type: 'hologram_delta' } },
    ];
    const woven = [...events.slice(0, 3), ...(later as readonly MessageStreamEvent[]), ...events.slice(3)];
    expect(accumulateMessages(woven)).toEqual(accumulateMessages(events));
  });

  it.each([
    ['a block', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    ['a delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '' } }],
    ['a block stop', { type: 'content_block_stop', index: 0 }],
    ['a message_delta', { type: 'message_delta', delta: { stop_reason: null }, usage: { output_tokens: 1 } }],
  ] as const)('%s before message_start is an error', (_, event) => {
    expect(() => accumulateMessage(createMessageAccumulation(), event)).toThrow(AccumulationError);
  });
});

describe('a stream made from any message', () => {
  const block = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => ({ type: 'text' as const, text })),
    fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((input) => ({ type: 'tool_use' as const, id: 'toolu_1', name: 'n', input })),
    fc
      .tuple(fc.string(), fc.string({ minLength: 1 }))
      .map(([thinking, signature]) => ({ type: 'thinking' as const, thinking, signature })),
  );

  it('accumulates to the message for any chunk boundaries', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (content, size) => {
        const plain: unknown = JSON.parse(JSON.stringify(content));
        const message: Message = {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: plain as Message['content'],
          stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 3, output_tokens: 9 },
        };
        const events = streamOf(message, size);
        checkMessageStream(events);
        expect(accumulateMessages(events)).toEqual(message);
      }),
    );
  });
});

function streamOf(message: Message, size: number): MessageStreamEvent[] {
  const { stop_reason, stop_sequence = null } = message;
  return [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...message.usage, output_tokens: 0 },
      },
    },
    ...message.content.flatMap((block, index) => blockEvents(block, index, size)),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: message.usage.output_tokens },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: Message['content'][number], index: number, size: number): MessageStreamEvent[] {
  const stop: MessageStreamEvent = { type: 'content_block_stop', index };
  const delta = (inner: Extract<MessageStreamEvent, { type: 'content_block_delta' }>['delta']): MessageStreamEvent => ({
    type: 'content_block_delta',
    index,
    delta: inner,
  });
  switch (block.type) {
    case 'text':
      return [
        { type: 'content_block_start', index, content_block: { ...block, text: '' } },
        ...split(block.text, size).map((text) => delta({ type: 'text_delta', text })),
        stop,
      ];
    case 'thinking':
      return [
        { type: 'content_block_start', index, content_block: { ...block, thinking: '', signature: '' } },
        ...split(block.thinking, size).map((thinking) => delta({ type: 'thinking_delta', thinking })),
        delta({ type: 'signature_delta', signature: block.signature }),
        stop,
      ];
    case 'tool_use':
      return [
        { type: 'content_block_start', index, content_block: { ...block, input: {} } },
        ...split(JSON.stringify(block.input), size).map((fragment) =>
          delta({ type: 'input_json_delta', partial_json: fragment }),
        ),
        stop,
      ];
    default:
      return [{ type: 'content_block_start', index, content_block: block }, stop];
  }
}

function split(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
