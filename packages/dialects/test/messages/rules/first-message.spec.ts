import { firstMessage } from '#src/messages/rules/first-message.js';
import { assistant, checkRule, user } from '../requests.js';

describe('the first message', () => {
  it('may be of the user', () => expect(checkRule(firstMessage, { messages: [user('Hi')] })).toBeUndefined());

  it('must be there', () =>
    expect(checkRule(firstMessage, { messages: [] })).toEqual({
      param: 'messages',
      message: 'messages: at least one message is required',
    }));

  it('may be missing when a thread continues an unfinished response', () => {
    expect(
      checkRule(firstMessage, { messages: [], thread: { type: 'continue', previous_message_id: 'msg_0' } }),
    ).toBeUndefined();
    expect(checkRule(firstMessage, { messages: [], thread: { type: 'create' } })?.param).toBe('messages');
  });

  it('may not be of the assistant', () =>
    expect(checkRule(firstMessage, { messages: [assistant('Hi')] })?.message).toBe(
      'messages: first message must use the "user" role',
    ));

  it('may not be a system message, which has a field of its own', () =>
    expect(checkRule(firstMessage, { messages: [{ role: 'system', content: 'Be brief.' }] })).toEqual({
      param: 'messages.0',
      message: "messages.0: use the top-level 'system' parameter for the initial system prompt",
    }));
});
