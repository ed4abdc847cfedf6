import { createAnthropic } from '@ai-sdk/anthropic';
import { EngineError } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import type { MessageCreateParams } from '@org/protocol/messages';
import { viewOfMessage } from './ai-sdk/message-view.js';
import { sdkResultOfJson, sdkResultOfStream, type Model, type SdkResult } from './ai-sdk/sdk-result.js';
import { aiSdkMessageLimits as limits, reasonsOf, unchanged } from './client-limits.js';
import { failedMessageStream, encodedMessages, serve, type ContentType } from './encode-case.js';

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];

function modelOf(body: string, type: ContentType, status = 200): Model {
  return createAnthropic({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(body, type, status) })('m');
}

/** The client's own name for a toolset that the request offers: it accepts no call of a toolset that it did not offer. */
function toolsOf(request: MessageCreateParams): NonNullable<Parameters<Model['doStream']>[0]['tools']> {
  const offered = request.tools?.some(({ type }) => type === 'computer_toolset_20260801') === true;
  return offered ? [{ type: 'provider', id: 'anthropic.computer_toolset_20260801', name: 'computer', args: {} }] : [];
}

async function fromStream(body: string, request: MessageCreateParams): Promise<SdkResult> {
  const { stream } = await modelOf(body, 'text/event-stream').doStream({ prompt, tools: toolsOf(request) });
  return sdkResultOfStream(stream);
}

describe('the unmodified AI SDK shows of a message', () => {
  const cases = encodedMessages().map((example) => [example.name, example] as const);

  it.each(cases.filter(([name]) => limits[name]?.json === undefined))(
    'its complete content, from JSON: %s',
    async (_, { json, request, normalized }) => {
      const generated = await modelOf(json, 'application/json').doGenerate({ prompt, tools: toolsOf(request) });
      expect(sdkResultOfJson(generated)).toEqual(viewOfMessage(normalized));
    },
  );

  it.each(cases.filter(([name]) => limits[name]?.json !== undefined))(
    'nothing, from JSON, because of its own limitation: %s',
    async (name, { json, request }) => {
      expect(
        await reasonsOf(modelOf(json, 'application/json').doGenerate({ prompt, tools: toolsOf(request) })),
      ).toMatch(limits[name]?.json ?? '');
    },
  );

  it.each(cases.filter(([name]) => limits[name]?.stream === undefined))(
    'all that it can, from a stream: %s',
    async (name, { sse, request, normalized }) => {
      const { rest = unchanged, reports } = limits[name] ?? {};
      expect(await fromStream(sse, request)).toEqual(viewOfMessage(rest(normalized), reports));
    },
  );

  it.each(cases.filter(([name]) => limits[name]?.stream !== undefined))(
    'nothing, from a stream, because of its own limitation: %s',
    async (name, { sse, request }) => {
      expect(await reasonsOf(fromStream(sse, request))).toMatch(limits[name]?.stream ?? '');
    },
  );
});

describe('the AI SDK, unmodified, reports a failure of the messages dialect', () => {
  const refused = loadFixtures('messages').flatMap((example) =>
    'error' in example ? [[example.name, example] as const] : [],
  );

  it.each(refused)('with its status and its message: %s', async (_, { status, error }) => {
    const failure = modelOf(JSON.stringify(error), 'application/json', status).doGenerate({ prompt });
    await expect(failure).rejects.toMatchObject({
      name: 'AI_APICallError',
      statusCode: status,
      message: error.error.message,
    });
  });

  it('with its message when it arrives after some text, and preserves the text', async () => {
    const sse = failedMessageStream(new EngineError('overloaded', 'The model stopped answering.'));
    const { stream } = await modelOf(sse, 'text/event-stream').doStream({ prompt });
    const { parts, finish, errors } = await sdkResultOfStream(stream);
    expect({ parts, finish, errors }).toEqual({
      parts: [{ type: 'text', text: 'One, two,', metadataFields: {} }],
      finish: { unified: 'none', raw: undefined },
      errors: ['The model stopped answering.'],
    });
  });
});
