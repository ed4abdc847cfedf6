// Events of imperfect messages upstreams. Deltas of this API carry no numbers, so no reader can detect a repeated one;
// every other repetition, omission and split gives the content of the clean stream, or a failure.
import { EngineError, type JsonObject, type Part, ResultCollector } from '@org/engine';
import { buildRequest, EventGrammar, functionTool } from '@org/engine/testing';
import * as fc from 'fast-check';
import { messagesApi } from '#src/messages.js';
import { target } from '../../upstream-target.js';

const request = buildRequest('hi', { tools: [functionTool('look')] });
const words = fc.array(fc.constantFrom('Hel', 'lo', ' ', '{}', '\n', '🙂'), { minLength: 1, maxLength: 5 });
type Block = readonly [JsonObject, readonly JsonObject[]];

const blocks: fc.Arbitrary<readonly Block[]> = fc.array(
  fc.oneof(
    words.map((texts): Block => [{ type: 'text', text: '' }, texts.map((text) => ({ type: 'text_delta', text }))]),
    words.map((texts): Block => [
      { type: 'thinking', thinking: '', signature: '' },
      [
        ...texts.map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'sig' },
        { type: 'signature_delta', signature: '' },
      ],
    ]),
    fc
      .constantFrom('{"q":1}', '{}', '', 'null', '""')
      .chain((input) =>
        fc
          .nat(7)
          .map((at): Block => [
            { type: 'tool_use', id: `call_${at}`, name: 'look', input: {} },
            [input.slice(0, at), input.slice(at)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
          ]),
      ),
  ),
  { minLength: 1, maxLength: 3 },
);

function eventsOf(content: readonly Block[]): JsonObject[] {
  return [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] } },
    ...content.flatMap(([content_block, deltas], index): JsonObject[] => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ];
}

/** The content; undefined for a failure, or a stream that never ends. */
function contentIn(events: readonly JsonObject[]): readonly unknown[] | undefined {
  const collector = new ResultCollector();
  const grammar = new EventGrammar();
  const reader = messagesApi.createReader(request, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
  });
  try {
    for (const event of events) if (!reader.done) reader.push(event);
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'upstream-failed') return undefined;
    throw thrown;
  }
  return reader.done ? collector.result().parts.map(contentOf) : undefined;
}

function contentOf(part: Part): unknown {
  if (part.type === 'tool-call') return ['call', part.name, JSON.parse(part.argumentsText)];
  return part.type === 'reasoning' ? [part.text, part.signature?.data] : part.type === 'text' ? part.text : part.type;
}

const expected = (content: readonly Block[]): readonly unknown[] =>
  content.map(([{ type }, deltas]) => {
    const text = deltas
      .map((delta) => String(delta['text'] ?? delta['thinking'] ?? delta['partial_json'] ?? ''))
      .join('');
    if (type === 'tool_use') return ['call', 'look', text === '{"q":1}' ? { q: 1 } : {}];
    return type === 'thinking' ? [text, 'sig'] : text;
  });

const isDelta = ({ type }: JsonObject): boolean => type === 'content_block_delta';

describe('a stream of a messages upstream', () => {
  it('has the content of its deltas, however they are split', () => {
    fc.assert(fc.property(blocks, (content) => expect(contentIn(eventsOf(content))).toEqual(expected(content))));
  });

  it('has that content or fails where an event other than a delta is missing or repeated', () => {
    let complete = 0;
    fc.assert(
      fc.property(blocks, fc.nat(), fc.boolean(), (content, at, isRepeated) => {
        const events = eventsOf(content);
        const others = [...events.keys()].filter((index) => !isDelta(events[index] ?? {}));
        const index = others[at % others.length] ?? 0;
        events.splice(
          index,
          1,
          ...events.slice(index, isRepeated ? index + 1 : index),
          ...events.slice(index, isRepeated ? index + 1 : index),
        );
        const received = contentIn(events);
        if (received === undefined) return;
        complete += 1;
        expect(received).toEqual(expected(content));
      }),
      { numRuns: 500 },
    );
    expect(complete).toBeGreaterThan(100);
  });
});
