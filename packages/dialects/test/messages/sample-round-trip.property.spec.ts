// Property 1 over hand-made requests: encode(decode(x)) == x without any exception.
import { messagesDialect } from '#src/messages.js';
import { decodeOptions, encodeTurn } from './requests.js';
import { sampleRequests } from './sample-requests.js';

describe.each(Object.entries(sampleRequests))('%s', (_, body) => {
  const request = messagesDialect.parseRequest(body);
  const turn = messagesDialect.decodeRequest(request, decodeOptions({ items: new Map([['thread_msg_0', {}]]) }));

  it('survives the round trip through the neutral model', () => expect(encodeTurn(turn)).toEqual(body));

  it('is decoded without a change to the request', () => expect(request).toEqual(body));

  it('shows the language model instructions and input', () =>
    expect(turn.generation.messages).toEqual([...turn.instructions, ...turn.input]));
});
