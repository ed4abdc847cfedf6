// In the messages API a model continues an assistant prefill. In the responses API it cannot.
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

describe('an assistant prefill from a client of the messages dialect', () => {
  it('is shown to a responses upstream, with a warning that the model does not continue it', () => {
    expect(warned(user('Name a lake.'), assistant('The lake is'))).toEqual([
      expect.stringContaining('starts a new response'),
    ]);
  });

  it('is absent when the user message is last, or when the prefill is empty', () => {
    expect(warned(user('Hi'), assistant('Yes?'), user('Name a lake.'))).toEqual([]);
    expect(warned(user('Hi'), assistant(''))).toEqual([]);
  });
});
