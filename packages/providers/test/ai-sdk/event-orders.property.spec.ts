// A package may stream its parts in any order and stop anywhere.
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import * as fc from 'fast-check';
import { EngineError } from '@org/engine';
import { buildRequest, checkGrammar, EventGrammar, functionTool } from '@org/engine/testing';
import { FakeModel, finish, modelFor, run } from './fake-model.js';

type Part = LanguageModelV4StreamPart;

/** The parts of one block, in their own order. */
const word = fc.stringMatching(/^[a-zE]{1,4}$/);
const textBlock = fc.array(word, { maxLength: 4 }).map((words) => (id: string): Part[] => [
  { type: 'text-start', id },
  ...words.map((delta) => ({ type: 'text-delta' as const, id, delta })),
  { type: 'text-end', id },
]);
const reasoningBlock = fc
  .tuple(fc.array(word, { maxLength: 3 }), fc.boolean())
  .map(([words, proven]) => (id: string): Part[] => [
    { type: 'reasoning-start', id },
    ...words.map((delta) => ({ type: 'reasoning-delta' as const, id, delta })),
    { type: 'reasoning-end', id, ...(proven ? { providerMetadata: { fake: { signature: 's' } } } : {}) },
  ]);
const callBlock = fc
  .tuple(fc.nat(3), fc.boolean(), fc.constantFrom('look', 'find', 'never-offered'))
  .map(([splitCount, complete, toolName]) => (id: string): Part[] => {
    const input = '{"a":[1,2],"b":"c"}';
    const size = Math.ceil(input.length / (splitCount + 1));
    const deltas = input.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const start: Part[] = complete
      ? []
      : [
          { type: 'tool-input-start', id, toolName },
          ...deltas.map((delta) => ({ type: 'tool-input-delta' as const, id, delta })),
          { type: 'tool-input-end', id },
        ];
    return [...start, { type: 'tool-call', toolCallId: id, toolName, input }];
  });
const oddBlock = fc
  .constantFrom<Part[]>(
    [{ type: 'raw', rawValue: 1 }],
    [{ type: 'response-metadata' }],
    [{ type: 'source', sourceType: 'url', id: 's', url: 'https://example.test/' }],
    [{ type: 'ping' }],
    [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } }],
  )
  .map((parts) => (): Part[] => [...parts]);

/** Interleaved blocks, each in its own order. */
const stream = fc.array(fc.oneof(textBlock, reasoningBlock, callBlock, oddBlock), { maxLength: 6 }).chain((blocks) => {
  const lists = blocks.map((block, index) => block(`id-${index}`));
  const slots = lists.flatMap((parts, index) => parts.map(() => index));
  return fc.shuffledSubarray(slots, { minLength: slots.length, maxLength: slots.length }).map((order) => {
    const remaining = lists.map((parts) => [...parts]);
    return order.flatMap((index) => remaining[index]?.splice(0, 1) ?? []);
  });
});

const tools = [functionTool('look'), functionTool('find')];
const joined = (parts: readonly Part[], type: 'text-delta' | 'reasoning-delta'): string =>
  parts
    .flatMap((part) => (part.type === type ? [part.delta] : []))
    .toSorted()
    .join('|');

describe('a stream in any order', () => {
  it('follows the grammar, loses no text and no call, and ends with the correct reason', async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (parts) => {
        const { events, error } = await run(
          modelFor(new FakeModel([[...parts, finish()]])),
          buildRequest('x', { tools }),
        );
        expect(error).toBeUndefined();
        checkGrammar(events);
        const done = events.flatMap((event) => (event.type === 'part-end' ? [event.part] : []));
        const deltas = events.flatMap((event) => (event.type === 'part-delta' ? [event.delta] : []));
        const of = (type: 'text' | 'reasoning'): number =>
          deltas.filter((delta) => delta.type === type).reduce((sum, { text }) => sum + text.length, 0);
        expect(of('text')).toBe(joined(parts, 'text-delta').replaceAll('|', '').length);
        expect(of('reasoning')).toBe(joined(parts, 'reasoning-delta').replaceAll('|', '').length);
        const calls = done.filter((part) => part.type === 'tool-call');
        expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(
          parts.filter(({ type }) => type === 'tool-call').map(() => '{"a":[1,2],"b":"c"}'),
        );
        expect(events.at(-1)).toMatchObject({ finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop' } });
      }),
      { numRuns: 300 },
    );
  });

  it('that stops anywhere before its end is one error and never a normal end', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.nat(), async (parts, at) => {
        const { events, error } = await run(
          modelFor(new FakeModel([parts.slice(0, at % (parts.length + 1))])),
          buildRequest('x', { tools }),
        );
        expect(error).toBeInstanceOf(EngineError);
        const grammar = new EventGrammar();
        for (const event of events) grammar.push(event);
        expect(events.some(({ type }) => type === 'generation-end')).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
