// Answers as other servers write them: facts of their sources, wording of our own.
import { loadOtherServers } from '#src/corpus.js';
import { accumulateMessage, accumulateMessages, emptyAccumulation, messageSchema, messageStreamEventSchema, type AccumulatedMessage, type MessageAccumulation } from '#src/messages.js';
import { readMessageSchema, readMessageStreamEventSchema } from '#src/messages/read.js';
import { accumulateResponse, accumulateResponses, emptyAccumulation as noResponse, responseSchema, responseStreamEventSchema } from '#src/responses.js';
import { readResponseSchema, readResponseStreamEventSchema } from '#src/responses/read.js';
import { parseJson } from '#src/schema.js';

describe.each(loadOtherServers('messages'))('a message of $name: $about', ({ response, events, streamed }) => {
  it('is not what this service would write', () => {
    expect([response, ...events].some((each, index) => !(index === 0 ? messageSchema : messageStreamEventSchema).safeParse(each).success)).toBe(true);
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
    let state: MessageAccumulation<AccumulatedMessage> = emptyAccumulation;
    for (const event of events) {
      state = accumulateMessage(state, readMessageStreamEventSchema.parse(event));
      if (state.message !== undefined) known.push(state.message);
    }
    expect(known.map((message) => readMessageSchema.parse(message))).toEqual(known);
  });
});

describe.each(loadOtherServers('responses'))('a response of $name: $about', ({ response, events, streamed }) => {
  it('is not what this service would write', () => {
    expect([response, ...events].some((each, index) => !(index === 0 ? responseSchema : responseStreamEventSchema).safeParse(each).success)).toBe(true);
  });

  it('is read as it is', () => {
    expect(readResponseSchema.parse(response)).toEqual(response);
    expect(parseJson(readResponseSchema, response).data).toBe(response);
    for (const event of events) expect(readResponseStreamEventSchema.parse(event)).toEqual(event);
  });

  it('is rebuilt from its events', () => {
    expect(accumulateResponses(events.map((event) => readResponseStreamEventSchema.parse(event)))).toEqual(streamed);
  });

  it('has its items before the last event says so', () => {
    const before = events.slice(0, -1).map((event) => readResponseStreamEventSchema.parse(event)).reduce(accumulateResponse, noResponse);
    expect(before.response?.output).toEqual((streamed as { output: unknown }).output);
    expect(before.complete).toBe(false);
  });
});
