// A complete response converted to a stream: reading the stream yields the same response.
import {
  hasResponse,
  loadFixtures,
  type MessagesCaseWithResponse,
  type ResponsesCaseWithResponse,
} from '#src/fixtures.js';
import { accumulateMessages, checkMessageStream, messageEvents, messageStreamEventSchema } from '#src/messages.js';
import { accumulateResponses, checkResponseStream, responseEvents, responseStreamEventSchema } from '#src/responses.js';

const messages = loadFixtures('messages').filter((one): one is MessagesCaseWithResponse => hasResponse(one));
const responses = loadFixtures('responses').filter((one): one is ResponsesCaseWithResponse => hasResponse(one));

/** Normalizes through JSON, which has no -0. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(messages)('the events of the message of $name', ({ response }) => {
  const events = messageEvents(response);

  it('add up to it', () => {
    expect(toJson(accumulateMessages(events))).toEqual(toJson(response));
  });

  it('generates events that match the schema and the grammar', () => {
    for (const event of events) expect(messageStreamEventSchema.parse(event)).toEqual(event);
    expect(() => checkMessageStream(events)).not.toThrow();
  });
});

describe.each(responses)('the events of the response of $name', ({ response }) => {
  const events = responseEvents(response);

  it('add up to it', () => {
    expect(accumulateResponses(events)).toEqual(response);
    expect(
      accumulateResponses([
        ...events.slice(0, -1),
        { type: 'response.completed', sequence_number: events.length - 1, response: { ...response, output: [] } },
      ]),
    ).toEqual(response);
  });

  it('generates events that match the schema and the grammar', () => {
    for (const event of events) expect(responseStreamEventSchema.parse(event)).toEqual(event);
    expect(() => checkResponseStream(events)).not.toThrow();
  });
});
