import { ChatAnthropic } from '@langchain/anthropic';
import { EngineError } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import { failedMessageStream, encodedMessages, serve, type ContentType } from './encode-case.js';
import { sdkMessageOf, viewOfMessage } from './langchain/messages.js';
import { joined } from './langchain/sdk-result.js';

function modelOf(body: string, type: ContentType, status = 200): ChatAnthropic {
  return new ChatAnthropic({
    model: 'm',
    apiKey: 'k',
    anthropicApiUrl: 'http://localhost',
    maxRetries: 0,
    clientOptions: { fetch: serve(body, type, status) },
  });
}

/** Without a tool in the request the client shows a stream of any blocks as one string. */
const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' as const } }];

describe('the unmodified LangChain shows of a message', () => {
  const cases = encodedMessages().map((example) => [example.name, example] as const);

  it.each(cases)('its complete content, from JSON: %s', async (_, { normalized: original, json }) => {
    const expected = viewOfMessage(original, 'json');
    expect(sdkMessageOf(await modelOf(json, 'application/json').invoke('hi'), 'json', expected)).toEqual(expected);
  });

  it.each(cases)('all that it can, from a stream: %s', async (_, { normalized: original, sse }) => {
    const expected = viewOfMessage(original, 'stream');
    expect(
      sdkMessageOf(await joined(await modelOf(sse, 'text/event-stream').stream('hi', { tools })), 'stream', expected),
    ).toEqual(expected);
  });
});

describe('LangChain, unmodified, reports a failure of the messages dialect', () => {
  const refused = loadFixtures('messages').flatMap((example) =>
    'error' in example ? [[example.name, example] as const] : [],
  );

  it.each(refused)(
    'with its message, and its status unless the client has its own name for it: %s',
    async (name, { status, error }) => {
      const failure = modelOf(JSON.stringify(error), 'application/json', status).invoke('hi');
      const known = name === 'error-400-context-overflow' ? { name: 'ContextOverflowError' } : { status };
      await expect(failure).rejects.toMatchObject({ ...known, message: expect.stringContaining(error.error.message) });
    },
  );

  it('with its message when it arrives after some text', async () => {
    const chunks = modelOf(
      failedMessageStream(new EngineError('overloaded', 'The model stopped answering.')),
      'text/event-stream',
    ).stream('hi', { tools });
    await expect(chunks.then(joined)).rejects.toThrow('The model stopped answering.');
  });
});
