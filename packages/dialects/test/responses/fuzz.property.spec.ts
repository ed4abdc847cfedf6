// For any request, the client receives a response or an EngineError that names a field; never another failure.
import { EngineError, type JsonValue } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import * as fc from 'fast-check';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions, encodeContext, encodeTurn } from './options.js';
import { sampleRequests } from './sample-requests.js';
import { sent } from './streamed-responses.js';

const bodies: unknown[] = [
  ...Object.values(sampleRequests),
  ...loadFixtures('responses').map((example) => example.request),
];

const junk = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, true, [], {}, 'x', [null], { type: 'message' }, { type: 'function' }),
  fc.jsonValue(),
);

/** Replaces or removes one nested value. */
function mutate(value: unknown, at: number, replacement: unknown): unknown {
  const copy = sent(value);
  const locations: { holder: Record<string, unknown>; key: string }[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      locations.push({ holder: node as Record<string, unknown>, key });
      collect((node as Record<string, unknown>)[key]);
    }
  };
  collect(copy);
  const location = locations[at % locations.length];
  if (location === undefined) return replacement;
  if (replacement === undefined) delete location.holder[location.key];
  else location.holder[location.key] = replacement;
  return copy;
}

function handle(body: unknown): void {
  const request = responsesDialect.parseRequest(body);
  const items = Object.fromEntries(
    responsesDialect.referencedItems(request).map((id) => [id, { type: 'message', role: 'user', content: id }]),
  );
  const turn = responsesDialect.decodeRequest(request, decodeOptions({}, items));
  encodeTurn(turn);
  const result = {
    model: 'm',
    parts: [],
    finishReason: { unified: 'stop' as const },
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    warnings: [],
  };
  responsesDialect
    .createEncoder(request, encodeContext())
    .snapshot({ result: { ...result, parts: turn.input.flatMap(({ parts }) => parts) } });
}

function thrownBy(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What the rejection of a body leaves open. For unpaired calls and outputs the vendor reports only their ids. */
function untold({ code, param, detail, message }: EngineError, body: unknown): readonly string[] {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const byIds = /^No tool (?:call|output) found for /.test(message);
  return [
    ...(isObject && param === undefined ? ['which field it is about'] : []),
    ...(code === 'invalid-request' && detail === undefined && !byIds ? ['what kind of fault it is'] : []),
  ];
}

describe('a request with something wrong in it', () => {
  it('succeeds or is rejected with an EngineError that names the field and the kind of fault, never otherwise', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.array(fc.tuple(fc.nat(), fc.option(junk, { nil: undefined })), { minLength: 1, maxLength: 3 }),
        (body, changes) => {
          const mutated = changes.reduce((current, [at, replacement]) => mutate(current, at, replacement), body);
          const thrown = thrownBy(() => handle(mutated));
          expect(thrown === undefined || (thrown instanceof EngineError && thrown.message !== '')).toBe(true);
          expect(thrown instanceof EngineError ? untold(thrown, mutated) : []).toEqual([]);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('of any JSON is rejected', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(() => handle(body as JsonValue)).toThrow(EngineError);
      }),
      { numRuns: 300 },
    );
  });
});
