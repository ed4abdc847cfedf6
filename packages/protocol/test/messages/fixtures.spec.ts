import { hasResponse, loadFixtures, type MessagesFailedCase } from '#src/fixtures.js';
import {
  accumulateMessages,
  checkMessageStream,
  errorResponseSchema,
  messageCreateParamsSchema,
  messageSchema,
  messageStreamEventSchema,
  messagesVersions,
} from '#src/messages.js';

const fixtures = loadFixtures('messages');
const casesWithResponse = fixtures.filter((fixture) => hasResponse(fixture));
const failed = fixtures.filter((fixture): fixture is MessagesFailedCase => !hasResponse(fixture));

describe('every messages fixture', () => {
  it.each(fixtures)('$name: the request matches the schema without loss', ({ request }) => {
    expect(messageCreateParamsSchema.parse(request)).toEqual(request);
  });

  it.each(casesWithResponse)('$name: tool names are unique', ({ request: { tools = [] } }) => {
    const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(casesWithResponse)('$name: the response matches the schema without loss', ({ response }) => {
    expect(messageSchema.parse(response)).toEqual(response);
  });

  it.each(casesWithResponse)('$name: every event matches the schema without loss', ({ events }) => {
    expect(events.map((event) => messageStreamEventSchema.parse(event))).toEqual(events);
  });

  it.each(casesWithResponse)('$name: the events obey the grammar', ({ events }) => {
    expect(() => checkMessageStream(events)).not.toThrow();
  });

  it.each(casesWithResponse)('$name: the events accumulate to the response', ({ events, response }) => {
    expect(accumulateMessages(events)).toEqual(response);
  });

  it.each(failed)('$name: the error matches the schema without loss', ({ error, status }) => {
    expect(errorResponseSchema.parse(error)).toEqual(error);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each(fixtures)('$name: has a sentence, tags and a known version', ({ about, tags, version }) => {
    expect(about).toMatch(/\.$/);
    expect(tags.length).toBeGreaterThan(0);
    expect(messagesVersions).toContain(version);
  });
});

describe('all messages fixtures together', () => {
  it('covers every stop reason of the dialect', () => {
    const reasons = new Set(casesWithResponse.map(({ response }) => response.stop_reason));
    for (const reason of [
      'end_turn',
      'max_tokens',
      'stop_sequence',
      'tool_use',
      'pause_turn',
      'refusal',
      'model_context_window_exceeded',
      'compaction',
    ]) {
      expect(reasons).toContain(reason);
    }
  });

  it('covers every error status that has a type', () => {
    const statuses = new Set(failed.map(({ status }) => status));
    for (const status of [400, 401, 402, 403, 404, 409, 413, 429, 500, 504, 529]) expect(statuses).toContain(status);
  });
});
