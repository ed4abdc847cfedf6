// Properties 2 and 3 over generated results.
import { accumulateMessages, checkMessageStream, type MessageCreateParams } from '@org/protocol/messages';
import * as fc from 'fast-check';
import { messagesDialect } from '#src/messages.js';
import { json, rebuiltBySdk, sent, stream } from './response-streams.js';
import { anyTruncatedResult, anyResult } from './arbitraries.js';
import { body } from './requests.js';

const plain = messagesDialect.parseRequest(body());

const requests: readonly MessageCreateParams[] = [
  {},
  { thinking: { type: 'adaptive', display: 'omitted' } },
  { thinking: { type: 'disabled' } },
  { thinking: { type: 'enabled', budget_tokens: 2000, display: 'summarized' }, max_tokens: 4000 },
].map((fields) => messagesDialect.parseRequest(body(fields)));

describe('any result', () => {
  it('streams to its JSON response under the grammar, for any deltas', () => {
    fc.assert(
      fc.property(
        anyResult,
        fc.constantFrom(...requests),
        fc.integer({ min: 1, max: 20 }),
        (result, request, length) => {
          const events = stream(request, result, length);
          checkMessageStream(events);
          expect(accumulateMessages(sent(events))).toEqual(sent(json(request, result)));
        },
      ),
    );
  });

  it('streams to its JSON response even when its last call was truncated', () => {
    fc.assert(
      fc.property(anyTruncatedResult, (result) => {
        const events = stream(plain, result, 3);
        checkMessageStream(events);
        expect(accumulateMessages(sent(events))).toEqual(sent(json(plain, result)));
      }),
    );
  });

  it('is rebuilt by the official SDK', async () => {
    await fc.assert(
      fc.asyncProperty(anyResult, fc.constantFrom(...requests), async (result, request) => {
        expect(await rebuiltBySdk(stream(request, result, 4))).toMatchObject(sent({ ...json(request, result) }));
      }),
      { numRuns: 50 },
    );
  });
});
