// Responses that are announced first, ended by another process than the one that started them, or streamed again from
// the store.
import { emptyUsage, EngineError, type GenerationResult, type Part } from '@org/engine';
import { replay } from '@org/engine/testing';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import {
  accumulateResponses,
  checkResponseStream,
  responseEvents,
  responseSchema,
  responseStreamEventSchema,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import * as fc from 'fast-check';
import { announceResponse, closeResponse, responsesDialect, type SentEvent } from '#src/responses.js';
import { encodeResponse, rebuiltBySdk, sent } from './streamed-responses.js';
import { anyResult } from './generated.js';
import { encodeContext } from './options.js';

const request = { model: 'asked', input: 'q', background: true };
const context = encodeContext();
const restarted = new EngineError('internal', 'The service was restarted.');

function checked(events: readonly SentEvent[]): readonly ResponseStreamEvent[] {
  const read = sent(events);
  for (const event of read) responseStreamEventSchema.parse(event);
  checkResponseStream(read);
  return read;
}

/** A result that a model sends in deltas and without a usage report. */
function inDeltas(result: GenerationResult): GenerationResult {
  const parts = result.parts
    .filter(({ type }) => type === 'text' || type === 'reasoning' || type === 'tool-call')
    .map((part): Part => ({ ...part, extensions: {} }));
  return { ...result, parts, usage: emptyUsage };
}

/** The stream of an announced response, grouped by the neutral event that produced each part. */
function announcedStream(result: GenerationResult, deltaLength: number): (readonly SentEvent[])[] {
  const { events } = announceResponse(request, context);
  const encoder = responsesDialect.createEncoder(request, { ...context, announced: events.length });
  return [events, ...[...replay(result, deltaLength)].map((event) => encoder.push(event))];
}

describe('an announced response', () => {
  it('is queued, then in progress, and then the same as any other', () => {
    fc.assert(
      fc.property(anyResult, fc.constantFrom(1, 7, 1000), (result, deltaLength) => {
        const events = checked(announcedStream(result, deltaLength).flat());
        expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
          'response.created',
          'response.queued',
          'response.in_progress',
        ]);
        expect(accumulateResponses(events)).toEqual(encodeResponse(request, result, context));
      }),
      { numRuns: 100 },
    );
  });

  it('that restarts after in_progress does not repeat it', () => {
    const [announced = [], started = [], ...rest] = announcedStream(
      {
        model: 'm',
        parts: [{ type: 'text', text: 'a' }],
        finishReason: { unified: 'stop' },
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
        warnings: [],
      },
      1,
    );
    const again = responsesDialect.createEncoder(request, { ...context, announced: announced.length + started.length });
    expect(
      again.push({
        type: 'generation-start',
        model: 'm',
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
        warnings: [],
      }),
    ).toEqual([]);
    expect(again.push({ type: 'part-start', index: 0, part: { type: 'text', text: '' } })).toEqual(rest[0]);
  });

  it('that fails before it starts is a failed response, and not only an error', () => {
    const { events } = announceResponse(request, context);
    const encoder = responsesDialect.createEncoder(request, { ...context, announced: events.length });
    const all = checked([...events, ...encoder.fail(restarted)]);
    expect(all.map(({ type }) => type)).toEqual(['response.created', 'response.queued', 'error', 'response.failed']);
    expect(all.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed', model: 'asked' } });
  });
});

describe('a response whose process has crashed', () => {
  it.each([
    ['failed', restarted],
    ['cancelled', new EngineError('cancelled', 'The request was cancelled.')],
  ])('ends in order wherever it is truncated, as %s', (status, error) => {
    fc.assert(
      fc.property(anyResult, fc.constantFrom(1, 7, 1000), (result, deltaLength) => {
        const groups = announcedStream(result, deltaLength);
        for (let at = 1; at < groups.length; at++) {
          const shown = sent(groups.slice(0, at).flat());
          const closed = closeResponse(shown, error, 'both');
          const events = checked([...shown, ...closed.events]);
          expect(accumulateResponses(events)).toEqual(sent(closed.response));
          expect(responseSchema.parse(closed.response).status).toBe(status);
          expect(events.filter(({ type }) => type === 'error')).toHaveLength(status === 'failed' ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has the usage that its process would have reported for an upstream without usage', () => {
    fc.assert(
      fc.property(
        anyResult.map(inDeltas),
        fc.constantFrom(1, 7, 1000),
        fc.constantFrom('both', 'input-output', 'prompt-completion'),
        (result, deltaLength, usageNames) => {
          const partialEvents = [...replay(result, deltaLength)].slice(0, -1);
          for (let at = 0; at <= partialEvents.length; at++) {
            const { events } = announceResponse(request, context);
            const encoder = responsesDialect.createEncoder(request, {
              ...context,
              policy: { ...context.policy, usageNames },
              announced: events.length,
            });
            const shown = [...events, ...partialEvents.slice(0, at).flatMap((event) => encoder.push(event))];
            const { response, usage } = closeResponse(sent(shown), restarted, usageNames);
            expect(encoder.fail(restarted).at(-1)?.['response']).toMatchObject({ usage: response.usage });
            expect(usage === undefined).toBe(at === 0);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('preserves the streamed text, marks its item as incomplete, and lets a later turn continue the text', () => {
    const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    const result: GenerationResult = {
      model: 'm',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hello' },
      ],
      finishReason: { unified: 'stop' },
      usage,
      warnings: [],
    };
    const groups = announcedStream(result, 2);
    const { response, parts } = closeResponse(sent(groups.slice(0, -3).flat()), restarted, 'both');
    expect(response).toMatchObject({
      error: { code: 'server_error', message: 'The service was restarted.' },
      output: [{ status: 'completed' }, { status: 'incomplete', content: [{ text: 'Hell' }] }],
    });
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hell' },
    ]);
  });
});

describe('the log-probabilities of a response whose process has crashed', () => {
  it('are those of the streamed text', () => {
    const logprobs = ['Hel', 'lo'].map((token) => ({
      token,
      bytes: [...new TextEncoder().encode(token)],
      logprob: -0.5,
      top: [],
    }));
    const { events } = announceResponse(request, context);
    const encoder = responsesDialect.createEncoder(request, { ...context, announced: events.length });
    const shown = [
      ...events,
      ...encoder.push({ type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] }),
      ...encoder.push({ type: 'part-start', index: 0, part: { type: 'text', text: '' } }),
      ...logprobs.flatMap((entry) =>
        encoder.push({ type: 'part-delta', index: 0, delta: { type: 'text', text: entry.token, logprobs: [entry] } }),
      ),
    ];
    const { response, parts } = closeResponse(sent(shown), restarted, 'both');
    expect(response.output).toMatchObject([
      {
        content: [
          {
            text: 'Hello',
            logprobs: [
              { token: 'Hel', logprob: -0.5 },
              { token: 'lo', logprob: -0.5 },
            ],
          },
        ],
      },
    ]);
    expect(parts).toMatchObject([{ type: 'text', text: 'Hello', logprobs: logprobs }]);
  });
});

describe('a stored response that is streamed again', () => {
  it('preserves the order of events, ends as stored, and is rebuilt by the official SDK', async () => {
    await fc.assert(
      fc.asyncProperty(anyResult, async (result) => {
        const response = encodeResponse(request, result, context);
        const events = checked(responseEvents(response));
        expect(accumulateResponses(events)).toEqual(response);
        expect(await rebuiltBySdk(events)).toEqual(response);
      }),
      { numRuns: 100 },
    );
  });

  const stored = loadFixtures('responses').flatMap((example) =>
    hasResponse(example) ? [[example.name, example.response] as const] : [],
  );
  it.each(stored)('does so for every response fixture: %s', (_, response) => {
    if (response.status === 'queued' || response.status === 'in_progress') return;
    const events = responseEvents(response);
    expect(events.filter(({ type }) => type === 'error')).toMatchObject(
      response.status === 'failed' ? [{ message: response.error?.message, error: { code: response.error?.code } }] : [],
    );
    expect(accumulateResponses(checked(events))).toEqual(sent(response));
  });
});
