import { ChatOpenAI } from '@langchain/openai';
import { loadFixtures } from '@org/protocol/fixtures';
import { announceResponse } from '#src/responses.js';
import { encodeContext } from '../responses/options.js';
import { encodedResponses, serve, type ContentType } from './encode-case.js';
import { sdkResponseOf, viewOfResponse } from './langchain/responses.js';
import { joined } from './langchain/sdk-result.js';

function modelOf(body: string, type: ContentType, status = 200): ChatOpenAI {
  const configuration = { baseURL: 'http://localhost/v1', fetch: serve(body, type, status) };
  return new ChatOpenAI({ model: 'm', apiKey: 'k', useResponsesApi: true, maxRetries: 0, configuration });
}

describe('the unmodified LangChain shows of a response', () => {
  const cases = encodedResponses('completed', 'incomplete').map((example) => [example.name, example] as const);

  it.each(cases)('its complete content, from JSON: %s', async (_, { normalized: original, json }) => {
    const expected = viewOfResponse(original, 'json');
    expect(sdkResponseOf(await modelOf(json, 'application/json').invoke('hi'), 'json', expected)).toEqual(expected);
  });

  it.each(cases)('all that it can, from a stream: %s', async (_, { normalized: original, sse }) => {
    const expected = viewOfResponse(original, 'stream');
    expect(
      sdkResponseOf(await joined(await modelOf(sse, 'text/event-stream').stream('hi')), 'stream', expected),
    ).toEqual(expected);
  });
});

describe('LangChain, unmodified, reports a failure of the responses dialect', () => {
  const failed = encodedResponses('failed').map((example) => [example.name, example] as const);
  const refused = loadFixtures('responses').flatMap((example) =>
    'error' in example ? [[example.name, example] as const] : [],
  );

  it.each(refused)('with its status and its message: %s', async (_, { status, error }) => {
    const failure = modelOf(JSON.stringify(error), 'application/json', status).invoke('hi');
    await expect(failure).rejects.toMatchObject({ status, message: expect.stringContaining(error.error.message) });
  });

  it.each(failed)('with the message of the response, from JSON: %s', async (_, { normalized: original, json }) => {
    const failure = modelOf(json, 'application/json').invoke('hi');
    await expect(failure).rejects.toMatchObject({ name: original.error?.code, message: original.error?.message });
  });

  // Its reader ignores the event response.failed: without a preceding error, a truncated response would appear
  // complete.
  it.each(failed)('with the message of the response, from a stream: %s', async (_, { normalized: original, sse }) => {
    const failure = modelOf(sse, 'text/event-stream').stream('hi').then(joined);
    await expect(failure).rejects.toMatchObject({
      message: original.error?.message,
      error: { code: original.error?.code },
    });
  });
});

describe('LangChain, unmodified, takes a response that is queued', () => {
  it('for a response without output, and shows its status', async () => {
    const { response } = announceResponse({ model: 'm', input: 'hi', background: true }, encodeContext());
    const message = await modelOf(JSON.stringify(response), 'application/json').invoke('hi');
    expect(message).toMatchObject({
      id: response.id,
      content: [],
      response_metadata: { status: 'queued', output: [] },
    });
  });
});
