// Properties 2 and 3: the stream accumulates to the JSON response, obeys the grammar, and the official SDK rebuilds
// the same object.
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import {
  accumulateResponses,
  checkResponseStream,
  responseSchema,
  responseStreamEventSchema,
} from '@org/protocol/responses';
import type { GenerationResult } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import * as fc from 'fast-check';
import type { EncodeContext } from '#src/dialect.js';
import { jsonOf } from '#src/shared/json-of.js';
import { normalizeResponse } from './normalizations.js';
import { encodeResponse, rebuiltBySdk, sent, streamed } from './streamed-responses.js';
import { anyResult } from './generated.js';
import { encodeContext } from './options.js';
import { readResponse } from '../read-response.js';

const plain: ResponseCreateParams = { model: 'm', input: 'q' };
const stateless: ResponseCreateParams = { model: 'm', input: 'q', store: false, reasoning: { effort: 'low' } };

function expectProperties(
  request: ResponseCreateParams,
  result: GenerationResult,
  context: EncodeContext,
  deltaLength: number,
): void {
  const events = streamed(request, result, deltaLength, context);
  const response = encodeResponse(request, result, context);
  checkResponseStream(events);
  expect(accumulateResponses(events)).toEqual(response);
  for (const event of events) responseStreamEventSchema.parse(event);
  responseSchema.parse(response);
}

describe('a generated response', () => {
  it.each([
    ['by default', plain, encodeContext()],
    ['without a store', stateless, encodeContext()],
    ['with raw reasoning', plain, encodeContext({ rawReasoning: true })],
    ['with one naming of usage', plain, encodeContext({ usageNames: 'prompt-completion' })],
  ])('streams to the same response as its JSON form, in order: %s', (_, request, context) => {
    const property = fc.property(anyResult, fc.constantFrom(1, 2, 7, 1000), (result, deltaLength) => {
      expectProperties(request, result, context, deltaLength);
    });
    expect(() => fc.assert(property, { numRuns: 150 })).not.toThrow();
  });

  it('is rebuilt by the official SDK', async () => {
    await fc.assert(
      fc.asyncProperty(anyResult, async (result) => {
        const context = encodeContext();
        expect(await rebuiltBySdk(streamed(stateless, result, 3, context))).toEqual(
          encodeResponse(stateless, result, context),
        );
      }),
      { numRuns: 150 },
    );
  });
});

const finished = loadFixtures('responses')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  .filter(({ response }) => response.status === 'completed' || response.status === 'incomplete')
  .map(({ name, request, response }) => [name, request, response] as const);

describe('a response fixture that is decoded and encoded again', () => {
  it.each(finished)('is the same: %s', (_, request, response) => {
    const context = encodeContext(
      {},
      { id: response.id, createdAt: response.created_at, now: () => response.completed_at ?? 0 },
    );
    expect(encodeResponse(request, readResponse(response), context)).toEqual(normalizeResponse(sent(jsonOf(response))));
  });

  it.each(finished)('satisfies the stream properties: %s', async (_, request, response) => {
    const context = encodeContext(
      {},
      { id: response.id, createdAt: response.created_at, now: () => response.completed_at ?? 0 },
    );
    const result = readResponse(response);
    for (const deltaLength of [1, 7, 1000]) expectProperties(request, result, context, deltaLength);
    expect(await rebuiltBySdk(streamed(request, result, 7, context))).toEqual(encodeResponse(request, result, context));
  });
});
