import type { Message } from '#src/model/message.js';
import { buildRequest } from '#src/testing/builders.js';
import { deduplicateInput } from '#src/turn/conversation-locks/deduplicate-input.js';
import type { TurnRequest } from '#src/turn/turn-request.js';

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const turnOf = (inputBeyond?: TurnRequest['inputBeyond']): TurnRequest => ({
  dialect: 'responses',
  generation: buildRequest('q'),
  instructions: [],
  warnings: [],
  state: { store: true },
  input: [user('one'), user('two')],
  ...(inputBeyond !== undefined && { inputBeyond }),
});
const items = [{ id: 'fc_0', value: {} }];

describe('the input of a turn in a conversation', () => {
  it('leaves out what the conversation has, where the turn asks for it', () => {
    const { check, renderedTurn } = deduplicateInput(turnOf(() => [user('two')]));
    check(items);
    expect(renderedTurn().input).toEqual([user('two')]);
  });

  it('stays where the turn asks for nothing', () => {
    const turn = turnOf();
    const { check, renderedTurn } = deduplicateInput(turn);
    check(items);
    expect(renderedTurn()).toBe(turn);
  });

  it('comes with the ids of all items of the conversation', () => {
    const { check, usedItemIds } = deduplicateInput(turnOf());
    check(items);
    expect([...usedItemIds]).toEqual(['fc_0']);
  });
});
