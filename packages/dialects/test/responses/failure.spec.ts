// How a response fails: before its first event, in the middle, and in the store.
import { emptyUsage, EngineError, type GenerationEvent, ResultCollector } from '@org/engine';
import {
  accumulateResponses,
  checkResponseStream,
  responseStreamEventSchema,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { webSocketResponsesDialect, responsesDialect } from '#src/responses.js';
import { encodeContext } from './options.js';
import { readResponse } from '../read-response.js';

const request = { model: 'm', input: 'q' };
const error = new EngineError('upstream-failed', 'The model stopped answering.');
const start: GenerationEvent = { type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] };
const half: GenerationEvent[] = [
  start,
  { type: 'part-start', index: 0, part: { type: 'reasoning', text: '' } },
  { type: 'part-delta', index: 0, delta: { type: 'reasoning', text: 'hm' } },
  { type: 'part-end', index: 0, part: { type: 'reasoning', text: 'hm' } },
  {
    type: 'part-start',
    index: 1,
    part: { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', argumentsText: '' },
  },
  { type: 'part-delta', index: 1, delta: { type: 'arguments', text: '{"a":' } },
];
const finishedParts = {
  model: 'm',
  parts: [{ type: 'reasoning' as const, text: 'hm' }],
  finishReason: { unified: 'stop' as const },
  usage: emptyUsage,
  warnings: [],
};

function checked(events: readonly ResponseStreamEvent[]): readonly ResponseStreamEvent[] {
  for (const event of events) responseStreamEventSchema.parse(event);
  checkResponseStream(events);
  return events;
}

describe('a response that fails', () => {
  it('before its first event is one error event, flat and nested in one object', () => {
    const events = checked(responsesDialect.createEncoder(request, encodeContext()).fail(error));
    expect(events).toEqual([
      {
        type: 'error',
        sequence_number: 0,
        code: 'upstream_error',
        message: 'The model stopped answering.',
        param: null,
        error: { message: 'The model stopped answering.', type: 'server_error', param: null, code: 'upstream_error' },
      },
    ]);
  });

  it('right after its start is an error, for clients that look for one, and a failed response', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const events = checked([...encoder.push(start), ...encoder.fail(error)]);
    expect(events.map((event) => event.type)).toEqual([
      'response.created',
      'response.in_progress',
      'error',
      'response.failed',
    ]);
    expect(events[2]).toMatchObject({
      code: 'upstream_error',
      message: error.message,
      error: { type: 'server_error', code: 'upstream_error' },
    });
  });

  it('on a connection is only a failed response, because an error would end one too', () => {
    const encoder = webSocketResponsesDialect.createEncoder(request, encodeContext());
    const events = checked([...encoder.push(start), ...encoder.fail(error)]);
    expect(events.map((event) => event.type)).toEqual(['response.created', 'response.in_progress', 'response.failed']);
  });

  it('because its prompt is too long has the code on which clients compact, and is read back as that', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const response = accumulateResponses(
      checked([...encoder.push(start), ...encoder.fail(new EngineError('context-overflow', 'prompt is too long'))]),
    );
    expect(response.error).toMatchObject({ code: 'context_length_exceeded', message: 'prompt is too long' });
    expect(() => readResponse(response)).toThrow(
      expect.objectContaining({ cause: { status: 400, details: response.error } }),
    );
  });

  it('reports to its end how it was sampled and what its upstream reported about it', () => {
    const encoder = responsesDialect.createEncoder({ ...request, temperature: 2 }, encodeContext());
    const reported = { ...start, sampling: { temperature: 0.3 }, extensions: { responses: { service_tier: 'flex' } } };
    const events = checked([...encoder.push(reported), ...encoder.fail(error)]);
    const lifecycle = events.filter((event) => event.type !== 'error');
    expect(lifecycle).toHaveLength(3);
    for (const event of lifecycle)
      expect(event).toMatchObject({ response: { temperature: 0.3, service_tier: 'flex' } });
  });

  it('in the middle of an item closes it as incomplete and preserves its content', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const response = accumulateResponses(
      checked([...half.flatMap((event) => encoder.push(event)), ...encoder.fail(error)]),
    );
    expect(response).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: 'The model stopped answering.' },
      completed_at: null,
      output: [
        { type: 'reasoning', status: 'completed' },
        { type: 'function_call', status: 'incomplete', arguments: '{"a":' },
      ],
    });
  });

  it('when its end could not be persisted reports that instead of the end', () => {
    const textEvents: GenerationEvent[] = [
      start,
      { type: 'part-start', index: 0, part: { type: 'text', text: '' } },
      { type: 'part-delta', index: 0, delta: { type: 'text', text: 'hm' } },
      { type: 'part-end', index: 0, part: { type: 'text', text: 'hm' } },
    ];
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const started = textEvents.flatMap((event) => encoder.push(event));
    encoder.push({ type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage });
    const { payload, status } = encoder.snapshot({
      result: { ...finishedParts, parts: [{ type: 'text', text: 'hm' }] },
      error,
    });
    const events = checked([...started, ...encoder.fail(error)]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { output: [{ type: 'message', status: 'completed' }] },
    });
    expect([status, payload]).toEqual(['failed', accumulateResponses(events)]);
  });

  it('is stored as it was streamed, whether the store asks before or after', () => {
    const collector = new ResultCollector();
    for (const event of half) collector.push(event);
    const result = collector.result();
    for (const order of ['snapshot first', 'stream first'] as const) {
      const encoder = responsesDialect.createEncoder(request, encodeContext());
      const started = half.flatMap((event) => encoder.push(event));
      const early = order === 'snapshot first' ? encoder.snapshot({ result, error }) : undefined;
      const streamed = accumulateResponses(checked([...started, ...encoder.fail(error)]));
      const snapshot = early ?? encoder.snapshot({ result, error });
      expect(snapshot.payload).toEqual(streamed);
      expect(snapshot.status).toBe('failed');
    }
  });

  it('reports its usage, in the stream and in the store, as the upstream reported it', () => {
    const reported = { ...emptyUsage, inputTokens: 7, outputTokens: 3, cachedInputTokens: 5 };
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const started = [...half, { type: 'generation-usage' as const, usage: reported }].flatMap((event) =>
      encoder.push(event),
    );
    const { usage } = accumulateResponses(checked([...started, ...encoder.fail(error)]));
    expect(usage).toMatchObject({
      input_tokens: 7,
      output_tokens: 3,
      total_tokens: 10,
      input_tokens_details: { cached_tokens: 5 },
    });
    expect(usage).not.toHaveProperty('estimated');
    expect(encoder.snapshot({ result: { ...finishedParts, usage: reported }, error }).payload['usage']).toEqual(usage);
  });

  it('is stored with the usage that arrived after the last streamed event', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    for (const event of half) encoder.push(event);
    const usage = { ...emptyUsage, inputTokens: 7, outputTokens: 3 };
    const { payload } = encoder.snapshot({ result: { ...finishedParts, usage }, error });
    expect(payload['usage']).toMatchObject({ input_tokens: 7, output_tokens: 3 });
    expect(payload['usage']).not.toHaveProperty('estimated');
  });

  it('marks its usage as estimated when there is no report: one delta counts as one token', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const { usage } = accumulateResponses(
      checked([...half.flatMap((event) => encoder.push(event)), ...encoder.fail(error)]),
    );
    expect(usage).toMatchObject({
      input_tokens: 0,
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 1 },
      estimated: true,
    });
  });

  it('has no known usage when it never started', () => {
    const encoder = responsesDialect.createEncoder(
      { ...request, background: true },
      { ...encodeContext(), announced: 2 },
    );
    expect(encoder.fail(error).at(-1)).toMatchObject({ type: 'response.failed', response: { usage: null } });
    expect(encoder.snapshot({ result: { ...finishedParts, parts: [] }, error }).payload['usage']).toBeNull();
  });

  it('without a stream is stored with its finished parts', () => {
    const { payload, status } = responsesDialect
      .createEncoder(request, encodeContext())
      .snapshot({ result: finishedParts, error });
    expect(status).toBe('failed');
    expect(payload).toMatchObject({ status: 'failed', output: [{ type: 'reasoning', status: 'completed' }] });
  });

  it('because it was cancelled has a status of its own and no error', () => {
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const cancelled = new EngineError('cancelled', 'The request was cancelled.');
    const events = checked([...half.flatMap((event) => encoder.push(event)), ...encoder.fail(cancelled)]);
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'cancelled', error: null } });
    expect(events).not.toContainEqual(expect.objectContaining({ type: 'error' }));
    expect(encoder.snapshot({ result: finishedParts, error: cancelled }).status).toBe('cancelled');
  });
});
