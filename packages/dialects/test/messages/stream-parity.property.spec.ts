// Properties 2 and 3 over the fixtures: a stream accumulates to the JSON response of the same result, obeys the
// grammar, and the official SDK rebuilds the same object from it.
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import { loadFixtures } from '@org/protocol/fixtures';
import { accumulateMessages, checkMessageStream, messageStreamEventSchema } from '@org/protocol/messages';
import { json, rebuiltBySdk, sent, stream } from './response-streams.js';
import { readMessage } from '../read-response.js';

const cases = loadFixtures('messages')
  .flatMap((example) => ('response' in example ? [example] : []))
  .map(({ name, request, response }) => ({ name, request, result: readMessage(response) }));

/** Blocks whose deltas the SDK's stable namespace does not read. */
const betaBlocks: ReadonlySet<unknown> = new Set(['mcp_tool_use', 'compaction']);
/** Members of a message that it does not read. */
const betaMembers = ['context_management', 'input_transformations'];

describe.each(cases)('the stream of $name', ({ request, result }) => {
  const complete = sent(json(request, result));

  it.each([1, 3, 7, 1000])('in deltas of at most %i accumulates to the JSON response', (length) => {
    expect(accumulateMessages(sent(stream(request, result, length)))).toEqual(complete);
  });

  it('obeys the grammar and the schema of every event', () => {
    const events = stream(request, result, 5);
    expect(() => checkMessageStream(events)).not.toThrow();
    expect(events.map((event) => messageStreamEventSchema.safeParse(sent(event)).success)).not.toContain(false);
  });

  it('is rebuilt by the official SDK', async () => {
    const beta =
      complete.content.some(({ type }) => betaBlocks.has(type)) ||
      betaMembers.some((member) => complete[member] !== undefined);
    const oracle = beta ? BetaMessageStream : MessageStream;
    expect(await rebuiltBySdk(stream(request, result, 5), oracle)).toMatchObject({ ...complete });
  });
});
