import { droppableTurns, weightsWithoutTurns, withoutOldestTurns } from '#src/model/drop-turns.js';
import type { Message } from '#src/model/message.js';

const says = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });

describe('a conversation', () => {
  it('is weighed without turns as it is sent without them', () => {
    const result: Message = { role: 'user', parts: [{ type: 'tool-result', callId: 'c', kind: 'function', content: [] }] };
    const mixed = [says('assistant', 'first'), says('developer', 'd'), says('user', 'a'), result, says('system', 's'), says('user', 'b'), says('assistant', 'c')];
    const weights = weightsWithoutTurns(mixed, (message) => JSON.stringify(message).length);
    const sent = Array.from({ length: droppableTurns(mixed) + 1 }, (_, turns) => withoutOldestTurns(mixed, turns).reduce((sum, message) => sum + JSON.stringify(message).length, 0));
    expect(weights).toEqual(sent);
  });
});
