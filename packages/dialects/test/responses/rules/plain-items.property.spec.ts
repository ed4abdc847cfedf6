// Compares the fast check of items with the rules that it replaces: items that it calls plain break none of them.
import * as fc from 'fast-check';
import type { JsonObject } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { resolveItems, type ResolvedItem } from '#src/responses/decode/resolve-items.js';
import { requirePairedCallOutputs } from '#src/responses/rules/require-paired-call-outputs.js';
import { requireCallIds } from '#src/responses/rules/require-call-ids.js';
import { arePlain } from '#src/responses/rules/are-plain.js';
import { requireUniqueItems } from '#src/responses/rules/require-unique-items.js';

/** A user message, and then batches of calls, each with its output in order. */
function conversation(batches: readonly number[]): JsonObject[] {
  const items: JsonObject[] = [{ type: 'message', role: 'user', content: 'Hi' }];
  batches.forEach((size, batch) => {
    const ids = Array.from({ length: size }, (_, at) => `c${batch}${at}`);
    items.push(...ids.map((id, at) => call(id, at % 2 === 0)), ...ids.map((id, at) => output(id, at % 2 === 0)));
  });
  return items;
}

function call(id: string, isFunction: boolean): JsonObject {
  const named = { id: `i${id}`, call_id: id, name: 'f' };
  return isFunction
    ? { type: 'function_call', ...named, arguments: '{}' }
    : { type: 'custom_tool_call', ...named, input: '' };
}

function output(id: string, isFunction: boolean): JsonObject {
  return { type: isFunction ? 'function_call_output' : 'custom_tool_call_output', call_id: id, output: 'r' };
}

/** Possible faults or special features of the item at an index. */
const changes: readonly ((items: readonly JsonObject[], at: number) => JsonObject[])[] = [
  (items, at) => items.toSpliced(at, 1),
  (items, at) => items.toSpliced(at, 0, ...items.slice(at, at + 1)),
  (items, at) => items.toSpliced(at, 2, ...items.slice(at, at + 2).toReversed()),
  // A call and its output with an empty id, and an output that names no call before the others.
  (items, at) =>
    items.map((item) =>
      item['call_id'] === items[at]?.['call_id'] && 'call_id' in item ? { ...item, call_id: '' } : item,
    ),
  (items, at) => [{ type: 'function_call_output', output: 'r' }, ...items.toSpliced(at, 1)],
  // A client search that waits, and one with its result.
  (items, at) =>
    items.toSpliced(at, 0, { type: 'tool_search_call', call_id: `s${at}`, execution: 'client', arguments: {} }),
  (items, at) =>
    items.toSpliced(at, 0, { type: 'tool_search_output', call_id: `s${at}`, execution: 'client', tools: [] }),
  ...[
    { call_id: '' },
    { call_id: 'c00' },
    { id: 'ic00' },
    { async: true },
    { caller: { type: 'program', caller_id: 'p' } },
    { call_id: undefined },
  ].map(
    (members) => (items: readonly JsonObject[], at: number) =>
      items.with(at, JSON.parse(JSON.stringify({ ...items[at], ...members })) as JsonObject),
  ),
];

const changed = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...changes), fc.nat()), { maxLength: 2 }),
  )
  .map(([batches, made]) =>
    made.reduce(
      (items, [change, at]) => (items.length === 0 ? items : change(items, at % items.length)),
      conversation(batches),
    ),
  );

/** The items as the rules see them; undefined where the schema already rejects them. */
function resolved(input: readonly JsonObject[]): ResolvedItem[] | undefined {
  try {
    const request = responsesDialect.parseRequest({ model: 'm', input });
    return Array.isArray(request.input) ? resolveItems(request.input, new Map()) : undefined;
  } catch {
    return undefined;
  }
}

describe('the fast check of the items of an input', () => {
  it('finds plain only what breaks no rule', () => {
    fc.assert(
      fc.property(changed, (input) => {
        const items = resolved(input);
        fc.pre(items !== undefined && arePlain(items));
        for (const rule of [requireCallIds, requireUniqueItems, requirePairedCallOutputs])
          expect(() => rule(items ?? [])).not.toThrow();
      }),
      { numRuns: 2_000, maxSkipsPerRun: 20 },
    );
  });

  it('finds every conversation plain whose calls have their outputs in order', () => {
    expect([[], [1], [2, 1], [3, 3, 3]].map((batches) => arePlain(resolved(conversation(batches)) ?? []))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
