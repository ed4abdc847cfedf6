// Streams that say no more than a reader needs: they make an answer or are refused with an error of their own, and never with a TypeError.
import { isAnswered, loadCorpus, loadOtherServers } from '#src/corpus.js';
import { accumulateMessages, AccumulationError } from '#src/messages.js';
import { messageNeeds, readMessageSchema, readMessageStreamEventSchema } from '#src/messages/read.js';
import { accumulateResponses } from '#src/responses.js';
import { readResponseSchema, readResponseStreamEventSchema, responseNeeds } from '#src/responses/read.js';
import { spared } from './spared.js';

const changes = ['drop', 'null'] as const;

function orRefusal<Answer>(make: () => Answer): Answer | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof AccumulationError) return undefined;
    throw error;
  }
}

describe.each(changes)('streams without what can be spared (%s)', (change) => {
  const messages = [
    ...loadCorpus('messages').flatMap((one) => (isAnswered(one) ? [one.events] : [])),
    ...loadOtherServers('messages').map(({ events }) => events),
  ];
  const responses = [
    ...loadCorpus('responses').flatMap((one) => (isAnswered(one) ? [one.events] : [])),
    ...loadOtherServers('responses').map(({ events }) => events),
  ];

  it('make messages that can be read', () => {
    for (const events of messages) {
      const told = events.map((event) => readMessageStreamEventSchema.parse(spared(event, messageNeeds, change)));
      const message = orRefusal(() => accumulateMessages(told));
      expect(message === undefined || readMessageSchema.safeParse(message).success).toBe(true);
    }
  });

  it('make responses that can be read', () => {
    for (const events of responses) {
      const told = events.map((event) => readResponseStreamEventSchema.parse(spared(event, responseNeeds, change)));
      const response = orRefusal(() => accumulateResponses(told));
      expect(response === undefined || readResponseSchema.safeParse(response).success).toBe(true);
    }
  });

  it('make responses with the places that are told, and nothing else', () => {
    for (const events of responses) {
      const told = events.map((event) => {
        const {
          output_index: index,
          content_index: part,
          summary_index: paragraph,
          item_id: id,
        } = event as Record<string, unknown>;
        return readResponseStreamEventSchema.parse({
          ...(spared(event, responseNeeds, change) as object),
          output_index: index,
          content_index: part,
          summary_index: paragraph,
          item_id: id,
        });
      });
      const response = orRefusal(() => accumulateResponses(told));
      expect(response === undefined || readResponseSchema.safeParse(response).success).toBe(true);
    }
  });
});
