import { createOpenAI } from '@ai-sdk/openai';
import { loadFixtures } from '@org/protocol/fixtures';
import { announceResponse } from '#src/responses.js';
import { encodeContext } from '../responses/options.js';
import { viewOfResponse } from './ai-sdk/response-view.js';
import { sdkResultOfJson, sdkResultOfStream, type Model } from './ai-sdk/sdk-result.js';
import { aiSdkResponseLimits as limits, reasonsOf, unchanged } from './client-limits.js';
import { encodedResponses, serve, type ContentType, type EncodedResponse } from './encode-case.js';

function modelOf(body: string, type: ContentType, status = 200): Model {
  return createOpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(body, type, status) }).responses('m');
}

/** Whether the client stores its responses decides what it shows of encrypted reasoning. */
function asked({ request }: Pick<EncodedResponse, 'request'>): Parameters<Model['doGenerate']>[0] {
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    providerOptions: {
      openai: { logprobs: true, ...(typeof request.store === 'boolean' && { store: request.store }) },
    },
  };
}

describe('the unmodified AI SDK shows of a response', () => {
  const cases = encodedResponses('completed', 'incomplete').map((example) => [example.name, example] as const);

  it.each(cases.filter(([name]) => limits[name]?.json === undefined))(
    'its complete content, from JSON: %s',
    async (_, example) => {
      const generated = await modelOf(example.json, 'application/json').doGenerate(asked(example));
      expect(sdkResultOfJson(generated)).toEqual(viewOfResponse(example.normalized, 'json'));
    },
  );

  it.each(cases.filter(([name]) => limits[name]?.json !== undefined))(
    'nothing, from JSON, because of its own limitation: %s',
    async (name, example) => {
      expect(await reasonsOf(modelOf(example.json, 'application/json').doGenerate(asked(example)))).toMatch(
        limits[name]?.json ?? '',
      );
    },
  );

  it.each(cases)('all that it can, from a stream: %s', async (name, example) => {
    const { stream } = await modelOf(example.sse, 'text/event-stream').doStream(asked(example));
    const { rest = unchanged, reports } = limits[name] ?? {};
    expect(await sdkResultOfStream(stream)).toEqual(viewOfResponse(rest(example.normalized), 'stream', reports));
  });
});

describe('the AI SDK, unmodified, reports a failure of the responses dialect', () => {
  const failed = encodedResponses('failed').map((example) => [example.name, example] as const);
  const refused = loadFixtures('responses').flatMap((example) =>
    'error' in example ? [[example.name, example] as const] : [],
  );

  it.each(refused)('with its status and its message: %s', async (_, { status, error, request }) => {
    const failure = modelOf(JSON.stringify(error), 'application/json', status).doGenerate(asked({ request }));
    await expect(failure).rejects.toMatchObject({
      name: 'AI_APICallError',
      statusCode: status,
      message: error.error.message,
    });
  });

  it.each(failed)('with the message of the response, from JSON: %s', async (_, example) => {
    const failure = modelOf(example.json, 'application/json').doGenerate(asked(example));
    await expect(failure).rejects.toMatchObject({
      name: 'AI_APICallError',
      message: example.normalized.error?.message,
    });
  });

  it('with the message of the response, from a stream that shows some of it', async () => {
    const { normalized, sse, request } = theOne('failed-after-text');
    const { stream } = await modelOf(sse, 'text/event-stream').doStream(asked({ request }));
    expect(await sdkResultOfStream(stream)).toEqual({
      ...viewOfResponse(normalized, 'stream'),
      finish: { unified: 'error', raw: 'error' },
      metadataFields: { response_id: normalized.id },
      errors: [normalized.error?.message],
    });
  });

  it('with the message of the response, from a stream that shows nothing of it', async () => {
    const { normalized, sse, request } = theOne('failed-before-output');
    const failure = modelOf(sse, 'text/event-stream').doStream(asked({ request }));
    await expect(failure).rejects.toMatchObject({ name: 'AI_APICallError', message: normalized.error?.message });
  });

  function theOne(wanted: string): EncodedResponse {
    const [, example] = failed.find(([name]) => name === wanted) ?? [];
    if (example === undefined) throw new Error(`the corpus has no failed response ${wanted}`);
    return example;
  }
});

describe('the AI SDK, unmodified, takes a response that is queued', () => {
  it('for a response without output, and shows its id', async () => {
    const { response } = announceResponse({ model: 'm', input: 'hi', background: true }, encodeContext());
    const sdkResult = sdkResultOfJson(
      await modelOf(JSON.stringify(response), 'application/json').doGenerate(asked({ request: { model: 'm' } })),
    );
    expect(sdkResult).toMatchObject({
      id: response.id,
      model: 'm',
      parts: [],
      input: { total: 0 },
      output: { total: 0 },
    });
  });
});
