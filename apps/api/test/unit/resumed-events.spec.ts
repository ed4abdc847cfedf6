import type { SentEvent } from '@org/dialects/responses';
import { ResumedEvents } from '#src/background/resumed-events.js';

const item = { id: 'mcp_1', type: 'mcp_call', status: 'in_progress' };
const added = (output_index: number) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number) => ({ type: 'response.output_item.done', output_index, item });
const args = (delta: string) => ({
  type: 'response.mcp_call_arguments.delta',
  output_index: 1,
  item_id: 'mcp_1',
  delta,
});

/** Events under the numbers from `first` on. */
const numbered = (events: readonly object[], first = 0): readonly SentEvent[] =>
  events.map((event, index) => ({ ...event, sequence_number: first + index }) as unknown as SentEvent);

describe('The events of a continued response', () => {
  const log = numbered([{ type: 'response.created' }, added(0), done(0), added(1), args('{"a'), args('":')]);

  it('omit what the log has, complete a text that it has in part, and take the next numbers', () => {
    const rest = new ResumedEvents(log);
    const encoded = numbered([added(0), done(0), added(1), args('{"a":1}'), done(1), added(2)], log.length);
    expect([...rest.next(encoded.slice(0, 3)), ...rest.next(encoded.slice(3))]).toEqual(
      numbered([args('1}'), done(1), added(2)], log.length),
    );
  });

  it('omit a text that the log has completely', () => {
    const rest = new ResumedEvents(log);
    expect(rest.next(numbered([added(0), done(0), added(1), args('{"a":'), done(1)], log.length))).toEqual(
      numbered([done(1)], log.length),
    );
  });

  it('keep their numbers when the end of a response is replaced', () => {
    const rest = new ResumedEvents(log);
    rest.next(numbered([added(0), done(0), added(1), args('{"a":'), done(1), { type: 'response.completed' }], 6));
    expect(rest.next(numbered([{ type: 'response.failed' }], 11))).toEqual(numbered([{ type: 'response.failed' }], 7));
  });
});
