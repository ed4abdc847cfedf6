// Streams with only the required members: each accumulates to a response or fails with a documented error, never with
// a TypeError.
import { hasResponse, loadFixtures, loadOtherServers } from '#src/fixtures.js';
import { accumulateMessages, AccumulationError } from '#src/messages.js';
import { messageNeeds, readMessageSchema, readMessageStreamEventSchema } from '#src/messages/read.js';
import { accumulateResponses } from '#src/responses.js';
import { readResponseSchema, readResponseStreamEventSchema, responseNeeds } from '#src/responses/read.js';
import { withoutOptionalMembers } from './without-optional-members.js';

const changes = ['drop', 'null'] as const;

function orStreamError<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof AccumulationError) return undefined;
    throw error;
  }
}

describe.each(changes)('streams without what can be spared (%s)', (change) => {
  const messages = [
    ...loadFixtures('messages').flatMap((one) => (hasResponse(one) ? [one.events] : [])),
    ...loadOtherServers('messages').map(({ events }) => events),
  ];
  const responses = [
    ...loadFixtures('responses').flatMap((one) => (hasResponse(one) ? [one.events] : [])),
    ...loadOtherServers('responses').map(({ events }) => events),
  ];

  it('make messages that can be read', () => {
    for (const events of messages) {
      const parsed = events.map((event) =>
        readMessageStreamEventSchema.parse(withoutOptionalMembers(event, messageNeeds, change)),
      );
      const message = orStreamError(() => accumulateMessages(parsed));
      expect(message === undefined || readMessageSchema.safeParse(message).success).toBe(true);
    }
  });

  it('make responses that can be read', () => {
    for (const events of responses) {
      const parsed = events.map((event) =>
        readResponseStreamEventSchema.parse(withoutOptionalMembers(event, responseNeeds, change)),
      );
      const response = orStreamError(() => accumulateResponses(parsed));
      expect(response === undefined || readResponseSchema.safeParse(response).success).toBe(true);
    }
  });

  it('accumulate to responses with the reported indices only', () => {
    for (const events of responses) {
      const parsed = events.map((event) => {
        const {
          output_index: index,
          content_index: part,
          summary_index: paragraph,
          item_id: id,
        } = event as Record<string, unknown>;
        return readResponseStreamEventSchema.parse({
          ...(withoutOptionalMembers(event, responseNeeds, change) as object),
          output_index: index,
          content_index: part,
          summary_index: paragraph,
          item_id: id,
        });
      });
      const response = orStreamError(() => accumulateResponses(parsed));
      expect(response === undefined || readResponseSchema.safeParse(response).success).toBe(true);
    }
  });
});
