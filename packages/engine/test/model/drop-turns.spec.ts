import { droppableTurns, roundDropCount, weightsWithoutTurns, withoutOldestTurns } from '#src/model/drop-turns.js';
import type { Message } from '#src/model/message.js';

const textMessage = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });

describe('a conversation', () => {
  it('is weighed without turns as it is sent without them', () => {
    const result: Message = {
      role: 'user',
      parts: [{ type: 'tool-result', callId: 'c', kind: 'function', content: [] }],
    };
    const mixed = [
      textMessage('assistant', 'first'),
      textMessage('developer', 'd'),
      textMessage('user', 'a'),
      result,
      textMessage('system', 's'),
      textMessage('user', 'b'),
      textMessage('assistant', 'c'),
    ];
    const weights = weightsWithoutTurns(mixed, (message) => JSON.stringify(message).length);
    const sent = Array.from({ length: droppableTurns(mixed) + 1 }, (_, turns) =>
      withoutOldestTurns(mixed, turns).reduce((sum, message) => sum + JSON.stringify(message).length, 0),
    );
    expect(weights).toEqual(sent);
  });

  it('truncates at the required point or a little later: at most a quarter of the retainable context is lost beyond that', () => {
    for (let droppable = 0; droppable < 200; droppable += 1) {
      for (let least = 0; least <= droppable; least += 1) {
        const spare = roundDropCount(least, droppable) - least;
        expect(spare).toBeGreaterThanOrEqual(0);
        expect(spare).toBeLessThanOrEqual((droppable + 1 - least) / 4);
      }
    }
  });

  it.each([
    [4, 1],
    [8, 2],
    [16, 4],
    [100, 16],
  ])('truncates a context that fits %d turns again after every %d of them', (fallback, every) => {
    const splits = Array.from({ length: 320 }, (_, turn) => roundDropCount(turn + 1, turn + fallback));
    expect(new Set(splits).size).toBe(320 / every);
  });
});
