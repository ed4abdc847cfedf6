// Responses in the format of other servers: the shape follows their sources, the text is our own.
import { loadOtherServers } from '#src/fixtures.js';
import {
  accumulateMessage,
  accumulateMessages,
  AccumulationError,
  createMessageAccumulation,
  messageSchema,
  messageStreamEventSchema,
  type AccumulatedMessage,
} from '#src/messages.js';
import { readMessageSchema, readMessageStreamEventSchema } from '#src/messages/read.js';
import {
  accumulateResponse,
  accumulateResponses,
  createResponseAccumulation,
  responseSchema,
  responseStreamEventSchema,
} from '#src/responses.js';
import { readResponseSchema, readResponseStreamEventSchema } from '#src/responses/read.js';
import { parseJson } from '#src/schema.js';

describe.each(loadOtherServers('messages'))('a message of $name: $about', ({ response, events, streamed }) => {
  it('is not what this service would write', () => {
    expect(
      [response, ...events].some(
        (each, index) => !(index === 0 ? messageSchema : messageStreamEventSchema).safeParse(each).success,
      ),
    ).toBe(true);
  });

  it('is read as it is', () => {
    expect(readMessageSchema.parse(response)).toEqual(response);
    expect(parseJson(readMessageSchema, response).data).toBe(response);
    for (const event of events) expect(readMessageStreamEventSchema.parse(event)).toEqual(event);
  });

  it('is rebuilt from its events', () => {
    expect(accumulateMessages(events.map((event) => readMessageStreamEventSchema.parse(event)))).toEqual(streamed);
  });

  it('is readable after every event', () => {
    const known: AccumulatedMessage[] = [];
    let state = createMessageAccumulation();
    for (const event of events) {
      state = accumulateMessage(state, readMessageStreamEventSchema.parse(event));
      if (state.message !== undefined) known.push(state.message);
    }
    expect(known.map((message) => readMessageSchema.parse(message))).toEqual(known);
  });
});

describe.each(loadOtherServers('responses'))('a response of $name: $about', ({ response, events, streamed }) => {
  it('is not what this service would write', () => {
    expect(
      [response, ...events].some(
        (each, index) => !(index === 0 ? responseSchema : responseStreamEventSchema).safeParse(each).success,
      ),
    ).toBe(true);
  });

  it('is read as it is', () => {
    expect(readResponseSchema.parse(response)).toEqual(response);
    expect(parseJson(readResponseSchema, response).data).toBe(response);
    for (const event of events) expect(readResponseStreamEventSchema.parse(event)).toEqual(event);
  });

  it('is rebuilt from its events', () => {
    expect(accumulateResponses(events.map((event) => readResponseStreamEventSchema.parse(event)))).toEqual(streamed);
  });

  it('has its items before the last event reports them', () => {
    const before = events
      .slice(0, -1)
      .map((event) => readResponseStreamEventSchema.parse(event))
      .reduce(accumulateResponse, createResponseAccumulation());
    expect(before.response?.output).toEqual((streamed as { output: unknown }).output);
    expect(before.complete).toBe(false);
  });
});

describe('an error in a stream that has no type, as llama.cpp sends it', () => {
  const failure = JSON.parse(
    '{"error":{"code":400,"message":"The context is full.","type":"exceed_context_size_error"}}',
  );

  it("ends a message with the upstream's error message", () => {
    const events = [{ type: 'message_start', message: { id: 'msg_1', type: 'message' } }, failure];
    expect(() => accumulateMessages(events)).toThrow(
      new AccumulationError('The stream ended with an error (exceed_context_size_error): The context is full.'),
    );
  });

  it("fails a response with the upstream's error message", () => {
    const events = [{ type: 'response.created', response: { id: 'resp_1', object: 'response' } }, failure];
    expect(accumulateResponses(events)).toMatchObject({
      id: 'resp_1',
      status: 'failed',
      error: { code: 'exceed_context_size_error', message: 'The context is full.' },
    });
    expect(() => accumulateResponses([failure])).toThrow(
      new AccumulationError('The stream ended with an error event: The context is full.'),
    );
  });
});
