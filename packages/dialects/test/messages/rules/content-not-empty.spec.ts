import { contentNotEmpty } from '#src/messages/rules/content-not-empty.js';
import { assistant, checkRule, decode, errorOf, text, user } from '../requests.js';

describe('content', () => {
  it.each(['', []])('may be empty in a final assistant message only: %j', (content) => {
    expect(checkRule(contentNotEmpty, { messages: [user('Hi'), assistant(content)] })).toBeUndefined();
    expect(checkRule(contentNotEmpty, { messages: [user('Hi'), assistant(content), user('So?')] })?.message).toBe(
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    );
  });

  it.each([undefined, 'messages', 'responses'] as const)(
    'is rejected in the words of the vendor where a message in the middle has none, native dialect %s',
    (native) => {
      const messages = [user('Hi'), assistant([]), user('So?')];
      expect(errorOf(() => decode({ messages }, native === undefined ? {} : { native }))).toMatchObject({
        code: 'invalid-request',
        param: 'messages.1.content',
        message: 'messages.1: all messages must have non-empty content except for the optional final assistant message',
      });
    },
  );

  it('may be missing in a system message that changes settings, and in no other', () => {
    const requestWith = (system: object): object => ({
      messages: [user('Hi'), { role: 'system', content: [], ...system }],
    });
    expect(checkRule(contentNotEmpty, requestWith({ output_config: { effort: 'low' } }))).toBeUndefined();
    expect(checkRule(contentNotEmpty, requestWith({}))?.param).toBe('messages.1.content');
  });

  it('has no empty text block', () =>
    expect(checkRule(contentNotEmpty, { messages: [user([text('a'), text('')])] })).toEqual({
      param: 'messages.0.content.1.text',
      message: 'messages: text content blocks must be non-empty: messages.0.content.1.text',
    }));

  it.each([
    [' \n', 'messages.0.content'],
    [[text(' \n')], 'messages.0.content.0.text'],
  ])('is more than white space: %j', (content, param) =>
    expect(checkRule(contentNotEmpty, { messages: [user(content)] })).toEqual({
      param,
      message: `messages: text content blocks must contain non-whitespace text: ${param}`,
    }),
  );

  it('is also checked in system text', () =>
    expect(checkRule(contentNotEmpty, { system: [text('')] })).toEqual({
      param: 'system.0.text',
      message: 'system: text content blocks must be non-empty: system.0.text',
    }));
});
