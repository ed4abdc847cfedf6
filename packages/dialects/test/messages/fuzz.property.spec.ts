// For any body, decoding either yields a turn that encodes again, or throws an EngineError.
import { EngineError, isObject, type JsonObject, type TurnRequest } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import * as fc from 'fast-check';
import type { DecodeOptions } from '#src/dialect.js';
import { messagesDialect } from '#src/messages.js';
import { normalize, requestNormalizations } from './normalizations.js';
import { jsonOf } from '#src/shared/json-of.js';
import { decodeOptions, encodeTurn, policy } from './requests.js';
import { sampleRequests } from './sample-requests.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const bodies: readonly string[] = [
  ...Object.values(sampleRequests),
  ...loadFixtures('messages').map(({ request }) => request),
].map((body) => JSON.stringify(body));

/** Names of the API: a changed tag or role is a deeper fault than a random string. */
const words = [
  'user',
  'assistant',
  'system',
  'text',
  'thinking',
  'tool_use',
  'tool_result',
  'image',
  'document',
  'auto',
  'json_schema',
  '',
  'a',
  '$shape',
];

const replacement: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, [], {}, 0, -1, 1e30, true, ...words),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
);

interface Mutation {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'repeat' | 'rename';
  readonly value: Json;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(400),
  kind: fc.constantFrom('replace', 'remove', 'repeat', 'rename'),
  value: replacement,
});

/** Every location in a value: its holder and its key. */
function locations(value: Json): [Json[] | { [key: string]: Json }, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    [value, key] as [Json[] | { [key: string]: Json }, string],
    ...locations(Reflect.get(value, key) as Json),
  ]);
}

function mutate(body: Json, { at, kind, value }: Mutation): void {
  const all = locations(body);
  const location = all[at % Math.max(1, all.length)];
  if (location === undefined) return;
  const [holder, key] = location;
  if (kind === 'replace') Reflect.set(holder, key, value);
  else if (Array.isArray(holder)) {
    if (kind === 'remove') holder.splice(Number(key), 1);
    else holder.push(structuredClone(holder[Number(key)] ?? null));
  } else {
    const member = holder[key] ?? null;
    if (kind !== 'repeat') delete holder[key];
    if (kind !== 'remove') holder[typeof value === 'string' ? value : `${key}_2`] = structuredClone(member);
  }
}

const mutated: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...bodies), fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([text, mutations]) => {
    const body = JSON.parse(text) as Json;
    for (const change of mutations) mutate(body, change);
    return body;
  });

interface RoundTrip {
  readonly before: object;
  readonly after: object;
}

/** The input and the re-encoded output; empty for a rejected body. Any other throw fails the test. */
function roundTrip(body: unknown, options: Partial<DecodeOptions> = {}): RoundTrip {
  const all = decodeOptions({ ...options, items: new Map([['thread_msg_0', {}]]) });
  const turn = decodedOrRefused(body, all);
  if (turn === undefined) return { before: {}, after: {} };
  const encoded = encodeTurn(turn);
  const again = messagesDialect.decodeRequest(encoded, all);
  return {
    // An invalid body is compared without its meaningless nulls.
    before: {
      payload: normalize(jsonOf(messagesDialect.parseRequest(body)), requestNormalizations),
      turn: { ...turn, warnings: [] },
    },
    after: { payload: normalize(jsonOf(encoded), requestNormalizations), turn: { ...again, warnings: [] } },
  };
}

function decodedOrRefused(body: unknown, options: DecodeOptions): TurnRequest | undefined {
  try {
    return messagesDialect.decodeRequest(messagesDialect.parseRequest(body), options);
  } catch (thrown) {
    // The rejection of an object body names the offending field.
    if (thrown instanceof EngineError && (thrown.param !== undefined || !isObject(body as JsonObject)))
      return undefined;
    throw thrown;
  }
}

describe('a changed request', () => {
  it.each([{}, { version: '2026-10-21' }, { policy: { hostedTools: 'reject', strict: true, maxTools: 3 } }] as const)(
    'is rejected, or survives the round trip through the neutral model: %j',
    (options) => {
      fc.assert(
        fc.property(mutated, (body) => {
          const { before, after } = roundTrip(body, options);
          expect(after).toEqual(before);
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe('a changed request for tools that the service runs', () => {
  const hostedKinds = new Set(['web-search', 'web-fetch', 'code'] as const);

  it('is decoded, or rejected with the field at fault', () => {
    const options = decodeOptions({ policy: { ...policy, hostedKinds }, items: new Map([['thread_msg_0', {}]]) });
    fc.assert(
      fc.property(mutated, (body) => expect(decodedOrRefused(body, options)?.dialect ?? 'messages').toBe('messages')),
      { numRuns: 500 },
    );
  });
});

describe('any JSON at all', () => {
  it('is rejected with an EngineError', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => expect(roundTrip(body)).toEqual({ before: {}, after: {} })));
  });
});
