// A whole answer, told as a stream: whoever reads it gets that answer.
import { isAnswered, loadCorpus, type MessagesAnsweredCase, type ResponsesAnsweredCase } from '#src/corpus.js';
import { accumulateMessages, checkMessageStream, messageEvents, messageStreamEventSchema } from '#src/messages.js';
import { accumulateResponses, checkResponseStream, responseEvents, responseStreamEventSchema } from '#src/responses.js';

const messages = loadCorpus('messages').filter((one): one is MessagesAnsweredCase => isAnswered(one));
const responses = loadCorpus('responses').filter((one): one is ResponsesAnsweredCase => isAnswered(one));

/** As JSON says it: there is no -0. */
const said = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(messages)('the events of the message of $name', ({ response }) => {
  const events = messageEvents(response);

  it('add up to it', () => {
    expect(said(accumulateMessages(events))).toEqual(said(response));
  });

  it('fit the schema, and keep to the grammar', () => {
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

  it('fit the schema, and keep to the grammar', () => {
    for (const event of events) expect(responseStreamEventSchema.parse(event)).toEqual(event);
    expect(() => checkResponseStream(events)).not.toThrow();
  });
});
