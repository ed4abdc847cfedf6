// On the messages wire a model goes on with an answer that its client has begun. On this one it cannot.
import { messagesDialect } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { assistant, body, decodeOptions, user } from '../../messages/requests.js';
import { target } from '../../upstream-target.js';

function warned(...messages: readonly object[]): readonly string[] {
  const { generation } = messagesDialect.decodeRequest(
    messagesDialect.parseRequest(body({ messages })),
    decodeOptions({ native: 'responses' }),
  );
  return responsesApi.encode(generation, target).warnings.map(({ message }) => message);
}

describe('an answer that a client of the messages dialect has begun', () => {
  it('is shown to a responses upstream, and the client is told that nobody goes on with it', () => {
    expect(warned(user('Name a lake.'), assistant('The lake is'))).toEqual([
      expect.stringContaining('starts a new response'),
    ]);
  });

  it('is none where the user has spoken last, or where it says nothing', () => {
    expect(warned(user('Hi'), assistant('Yes?'), user('Name a lake.'))).toEqual([]);
    expect(warned(user('Hi'), assistant(''))).toEqual([]);
  });
});
