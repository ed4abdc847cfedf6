import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import type { JsonObject } from '@org/engine';
import { buildContext, buildRequest, functionTool, message } from '@org/engine/testing';
import { failure, run, useLive } from './live.js';

const live = useLive();

const refuse = (
  status: number,
  body: JsonObject | string = { error: { message: 'the upstream says: secret' } },
  headers: Record<string, string> = {},
): void => live.upstream.play((call) => call.reply(status, body, headers));

describe('an upstream rejection', () => {
  it.each([
    [400, 'invalid-request'],
    [401, 'upstream-failed'],
    [403, 'upstream-failed'],
    [404, 'upstream-failed'],
    [408, 'upstream-failed'],
    [409, 'conflict'],
    [413, 'too-large'],
    [422, 'invalid-request'],
    [429, 'rate-limited'],
    [500, 'upstream-failed'],
    [503, 'overloaded'],
    [529, 'overloaded'],
    [302, 'upstream-failed'],
    [418, 'upstream-failed'],
  ])('with status %d is %s, with a message of the service', async (status, code) => {
    refuse(status, undefined, { location: 'http://127.0.0.1:1/' });
    const error = await failure(live.languageModel());
    expect(error).toMatchObject({ code, message: expect.not.stringContaining('secret') });
    expect(JSON.stringify(error.cause)).toContain('secret');
  });

  it.each([400, 422])(
    'with status %d is a client error for a tool with an invalid schema, and names the path',
    async (status) => {
      refuse(status);
      const tool = {
        ...functionTool('look'),
        inputSchema: { type: 'object', properties: { at: { type: 'strng', description: 'secret' } } },
      };
      const error = await failure(live.languageModel(), buildRequest('hello', { tools: [functionTool('leap'), tool] }));
      expect(error).toMatchObject({
        code: 'invalid-request',
        param: 'tools',
        message:
          'The upstream rejects this request; the schema of the tool "look" is not valid at properties.at.type: it should be the name of a type of JSON, or a list of such names.',
      });
      expect(JSON.stringify(error.cause)).toContain('secret');
      expect(
        await failure(live.languageModel(), buildRequest('hello', { tools: [functionTool('leap')] })),
      ).toMatchObject({
        code: 'invalid-request',
        message: 'The upstream rejected the request as invalid.',
      });
    },
  );

  it("of the service's credentials is reported as such", async () => {
    refuse(401);
    expect(await failure(live.languageModel())).toMatchObject({
      message: "The upstream rejected the service's own credentials.",
      retryable: false,
    });
  });

  it('because the quota is spent is not tried again', async () => {
    refuse(429, {
      error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
    });
    expect(await failure(live.languageModel())).toMatchObject({
      code: 'rate-limited',
      retryable: false,
      message: expect.stringContaining('quota'),
    });
    refuse(429);
    expect((await failure(live.languageModel())).retryable).toBeUndefined();
  });

  it.each<[string, number, JsonObject | string, JsonObject]>([
    [
      'an empty account, in the words of Anthropic',
      400,
      { message: 'Your credit balance is too low to access the Anthropic API.', type: 'invalid_request_error' },
      { code: 'rate-limited', retryable: false },
    ],
    [
      'an empty account, in those of DeepSeek',
      402,
      { message: 'Insufficient Balance', code: 'invalid_request_error' },
      { code: 'rate-limited', retryable: false },
    ],
    [
      'a wrong key, in the words of Gemini',
      400,
      { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
      { code: 'upstream-failed', retryable: false },
    ],
    [
      'a model that is not there',
      400,
      { message: 'The model does not exist.', code: 'model_not_found' },
      { code: 'upstream-failed', retryable: false, message: expect.stringContaining('model or the URL') },
    ],
    [
      'a model that is not there, in the words of LiteLLM',
      400,
      {
        message:
          '/chat/completions: Invalid model name passed in model=qwen. Call `/v1/models` to view available models for your key.',
        type: 'invalid_request_error',
        param: 'model',
        code: '400',
      },
      { code: 'upstream-failed', retryable: false, message: expect.stringContaining('model or the URL') },
    ],
    [
      "a model that is not there, in the words of llama.cpp's router",
      400,
      { code: 400, message: "model 'qwen3' not found", type: 'invalid_request_error' },
      { code: 'upstream-failed', retryable: false, message: expect.stringContaining('model or the URL') },
    ],
    [
      'a model that is not there, in the words of transformers serve',
      400,
      "Server is pinned to 'acme/demo'; requested 'acme/none'.",
      { code: 'upstream-failed', retryable: false, message: expect.stringContaining('model or the URL') },
    ],
    [
      'a model that its router must not load',
      400,
      { code: 400, message: 'model is not loaded', type: 'invalid_request_error' },
      { code: 'upstream-failed', retryable: false, message: expect.stringContaining('model or the URL') },
    ],
    [
      'a spent budget, in the words of LiteLLM',
      400,
      {
        message: 'Budget has been exceeded! Current cost: 10.1, Max budget: 10.0',
        type: 'budget_exceeded',
        param: null,
        code: '400',
      },
      { code: 'rate-limited', retryable: false },
    ],
  ])("is not the client's for %s", async (_, status, error, expected) => {
    refuse(status, typeof error === 'string' ? { detail: error } : { error });
    // A name that the client chose is the client's.
    expect(await failure(live.languageModel({ retries: 0, model: 'configured' }))).toMatchObject(expected);
  });

  it('is a model failure when its server cannot parse the model output, and may be retried', async () => {
    refuse(400, {
      error: {
        message: 'Failed to call a function. Please adjust your prompt.',
        type: 'invalid_request_error',
        code: 'tool_use_failed',
        failed_generation: '<function=look',
      },
    });
    const error = await failure(live.languageModel({ retries: 0 }));
    expect(error).toMatchObject({ code: 'upstream-failed', byModel: true });
    expect(error.retryable).toBeUndefined();
  });

  const question = 'How large is the context window of a model that does not support tools?';
  const repr = `[{'type': 'value_error', 'loc': ('body',), 'msg': 'Value error, no.', 'input': {'messages': [{'role': 'user', 'content': '${question}'}]}}]`;

  it.each([
    ['pydantic', `1 validation error: ${repr}`],
    [
      'pydantic, in words',
      `1 validation error for Request\nmessages.0.content\n  Input should be a string [type=string_type, input_value={'text': "it's ...${question}'}, input_type=dict]`,
    ],
    [
      'a gateway that quotes pydantic',
      `BadRequestError: OpenAIException - b'${JSON.stringify({ message: repr, code: 400 }).replaceAll("'", "\\'")}'`,
    ],
    [
      'llama.cpp, of messages',
      `Failed to parse messages: no; messages = ${JSON.stringify([{ role: 'user', content: question }])}`,
    ],
    [
      'llama.cpp, of a schema',
      `JSON schema conversion failed:\nUnrecognized schema: ${JSON.stringify({ description: question })}\nUnrecognized schema: true`,
    ],
  ])('is not recognized by client text that the server repeats, in the form of %s', async (_, errorText) => {
    refuse(400, { error: { message: errorText } });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'invalid-request',
      message: 'The upstream rejected the request as invalid.',
      forwarded: { message: expect.not.stringContaining('How large') },
    });
  });

  it.each([
    [
      'Python',
      (input: string) =>
        `{'msg': 'Value error, no.', 'input': ${input}}\n  {'msg': 'the model does not support tools', 'input': 'max'}`,
    ],
    [
      'words',
      (input: string) =>
        `2 validation errors\n  no [type=list, input_value=${input}, input_type=list]\n  the model does not support tools [type=max, input_value='max', input_type=str]`,
    ],
    [
      'JSON',
      (input: string) =>
        JSON.stringify({
          detail: [
            { msg: 'no', input: [input] },
            { msg: 'the model does not support tools', input: 'max' },
          ],
        }),
    ],
  ])('is recognized by the text after the repeated part, in %s', async (_, errorText) => {
    refuse(400, { error: { message: errorText(`[{'text': 'context window, "\\', }', 'x': "it's }, no"}]`) } });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'unsupported', param: 'tools' });
  });

  it.each(['a', '\\\\', "{'", "'input': [", "input_value='", '; messages ='])(
    'is searched quickly, however long it is: %s',
    async (chunk) => {
      refuse(400, { error: { message: chunk.repeat(60_000 / chunk.length) } });
      const languageModel = live.languageModel({ retries: 0, profile: 'openai' });
      await failure(languageModel);
      // The processor's time: what else the machine does, and how long anybody waits, is no part of it.
      const began = process.cpuUsage();
      await run(languageModel, buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }));
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
    },
  );

  it('forwards the retry delay that Gemini puts in its error list', async () => {
    const exhausted = (retryDelay: string): string =>
      JSON.stringify([
        {
          error: {
            code: 429,
            message: 'Resource has been exhausted.',
            status: 'RESOURCE_EXHAUSTED',
            details: [
              { '@type': 'type.googleapis.com/google.rpc.QuotaFailure' },
              { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
            ],
          },
        },
      ]);
    refuse(429, exhausted('36.4s'));
    expect(await failure(live.languageModel())).toMatchObject({ code: 'rate-limited', retryAfter: 36.4 });
    refuse(429, exhausted('36.4s'), { 'retry-after': '9' });
    expect(await failure(live.languageModel())).toMatchObject({ retryAfter: 9 });
    refuse(429, exhausted('soon'));
    expect((await failure(live.languageModel())).retryAfter).toBeUndefined();
  });

  it.each([
    [
      'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000. Please try again in 11.054s. Visit the pages on limits.',
      11.054,
    ],
    ['Rate limit reached for model `m`. Please try again in 7m12.5s.', 432.5],
    ['Rate limit reached. Please try again in 1h2m3s', 3723],
    ['Rate limit reached. Please try again in 250ms.', 0.25],
    ['Rate limit reached. Please try again in 2 days.', undefined],
    ['Rate limit reached. Please try again in 1.2.3s', undefined],
  ])('forwards a retry delay that is only in the message: %s', async (errorText, seconds) => {
    refuse(429, { error: { message: errorText, type: 'tokens', code: 'rate_limit_exceeded' } });
    expect((await failure(live.languageModel({ retries: 0 }))).retryAfter).toBe(seconds);
  });

  it('carries retry-after on to the millisecond, in seconds or as a date', async () => {
    refuse(429, {}, { 'retry-after': '17' });
    expect(await failure(live.languageModel())).toMatchObject({ retryAfter: 17 });
    refuse(429, {}, { 'retry-after': '17.0625' });
    expect(await failure(live.languageModel())).toMatchObject({ retryAfter: 17.063 });
    refuse(503, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    const { retryAfter } = await failure(live.languageModel());
    expect(retryAfter).toBeGreaterThanOrEqual(45);
    expect(retryAfter).toBeLessThanOrEqual(61);
  });

  it('forwards a delay in milliseconds when there is no other', async () => {
    refuse(429, {}, { 'retry-after-ms': '6100' });
    expect(await failure(live.languageModel())).toMatchObject({ retryAfter: 6.1 });
    refuse(429, {}, { 'retry-after-ms': '6100', 'retry-after': '9' });
    expect(await failure(live.languageModel())).toMatchObject({ retryAfter: 9 });
    refuse(429, {}, { 'retry-after-ms': 'soon' });
    expect((await failure(live.languageModel())).retryAfter).toBeUndefined();
  });

  it('never forwards a delay of more than a week', async () => {
    for (const value of ['1e30', new Date(Date.now() + 1e12).toUTCString()]) {
      refuse(429, {}, { 'retry-after': value });
      expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ retryAfter: 604_800 });
    }
  });

  it('is named by its status when it is no model response', async () => {
    live.upstream.play((call) => call.reply(200, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' }));
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'upstream-failed',
      message: 'The upstream responded with a web page: its URL may be wrong.',
    });
  });

  it('may be a stream that is called a page', async () => {
    live.upstream.play((call) => {
      call.start({ 'content-type': 'text/html' });
      call.delta({ content: 'Hi' });
      call.finish();
    });
    expect(await run(live.languageModel({ retries: 0 }))).toMatchObject({ text: 'Hi', error: undefined });
  });

  it('is asked for as it is, and called by its name where it is compressed all the same', async () => {
    live.upstream.play((call) => {
      call.response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      call.response.end(gzipSync('data: {}\n\n'));
    });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'upstream-failed',
      message: 'The upstream sent a compressed response, which the service did not request.',
    });
    expect(live.upstream.records.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  it('of endless length is read only in part', async () => {
    live.upstream.play(async (call) => {
      call.response.writeHead(500);
      for (; !call.signal.aborted; await call.pause(1)) call.response.write('x'.repeat(10_000));
    });
    expect(await failure(live.languageModel())).toMatchObject({ code: 'upstream-failed' });
  });
});

describe('media for a model that reads none', () => {
  it.each([
    [
      'llama.cpp',
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      'image',
    ],
    ['vLLM', 400, 'At most 0 audio(s) may be provided in one prompt.', 'audio'],
    ['LM Studio', 400, 'Model does not support images. Please use a model that does.', 'image'],
    ['OpenRouter', 404, 'No endpoints found that support image input', 'image'],
    ['Ollama', 400, 'file inputs are not currently supported', 'file'],
    [
      'mlx-lm, which responds as if it did not know the path',
      404,
      "Only 'text' content type is supported.",
      'non-text',
    ],
    [
      'DeepSeek',
      400,
      'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 99',
      'image',
    ],
  ])('are a client error, with the message of %s', async (_, status, errorText, sense) => {
    refuse(status, { error: { message: errorText } });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'unsupported',
      message: `The model "test-model" does not support ${sense} input.`,
    });
  });

  it.each([
    [
      'Ollama',
      400,
      {
        error: {
          message: 'registry.ollama.ai/library/gemma3:4b does not support tools',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
    ],
    [
      'vLLM',
      400,
      {
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        type: 'BadRequestError',
        code: 400,
      },
    ],
    ['llama.cpp', 500, { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } }],
    [
      'Groq',
      400,
      { error: { message: '`tool calling` is not supported with this model', type: 'invalid_request_error' } },
    ],
    [
      'OpenRouter',
      404,
      { error: { message: 'No endpoints found that support tool use. Try disabling "question".', code: 404 } },
    ],
    [
      'a gateway that quotes',
      400,
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: '{"error":"gemma3:1b does not support tools"}' },
        },
      },
    ],
  ])('are tools, and the model is named, with the message of %s', async (_, status, body) => {
    refuse(status, body);
    expect(
      await failure(live.languageModel({ retries: 0 }), buildRequest('hello', { tools: [functionTool('look')] })),
    ).toMatchObject({ code: 'unsupported', param: 'tools', message: 'The model "test-model" does not support tools.' });
  });
});

describe('client content that the upstream does not accept', () => {
  it.each<[string, JsonObject, string]>([
    [
      'a prompt, by the rules of Azure',
      {
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
      },
      'The upstream rejects this prompt under its content policy.',
    ],
    [
      'a prompt, by those of OpenAI',
      {
        message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
        type: 'invalid_request_error',
        code: 'invalid_prompt',
      },
      'The upstream rejects this prompt under its content policy.',
    ],
    [
      'a prompt, by those of DeepSeek',
      { message: 'Content Exists Risk', type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
      'The upstream rejects this prompt under its content policy.',
    ],
    [
      'a prompt, by those of Z.ai',
      { code: '1301', message: 'Potentially unsafe or sensitive content was detected.' },
      'The upstream rejects this prompt under its content policy.',
    ],
    [
      'a prompt, by those of a model of LiteLLM',
      {
        message: 'litellm.BadRequestError: litellm.ContentPolicyViolationError: Refused.',
        type: 'None',
        param: 'None',
        code: '400',
      },
      'The upstream rejects this prompt under its content policy.',
    ],
    [
      'the schema of a tool',
      {
        message: "Invalid schema for function 'look': In context=(), object schema missing properties.",
        param: 'tools[0].function.parameters',
        code: 'invalid_function_parameters',
      },
      "The upstream rejects the schema of the tool 'look'.",
    ],
    [
      'the schema of a tool, in the words of Groq',
      {
        message:
          'invalid JSON schema for tool look, tools[0].function.parameters: /properties/at: additionalProperties:false must be set on every object',
        type: 'invalid_request_error',
      },
      "The upstream rejects the schema of the tool 'look'.",
    ],
    [
      'the schema of a tool that is not named',
      { message: 'Invalid schema for function: object schema missing properties.' },
      'The upstream rejects the schema of a tool.',
    ],
    [
      'a schema, in the words of llama.cpp',
      {
        code: 400,
        message:
          'Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #/properties/a: cannot resolve $ref #/$defs/none, $defs not found',
        type: 'invalid_request_error',
      },
      'The upstream cannot read a schema of this request.',
    ],
    [
      'the schema of the response',
      { message: "Invalid schema for response_format 'answer': 'oneOf' is not permitted.", param: 'response_format' },
      'The upstream rejects the schema of the output format.',
    ],
    [
      'a picture, in the words of Ollama',
      { message: 'invalid image input', type: 'invalid_request_error' },
      'The upstream cannot read an image or a file of this request.',
    ],
    [
      'a picture, in those of vLLM',
      { message: 'cannot identify image file <_io.BytesIO object at 0x7f>' },
      'The upstream cannot read an image or a file of this request.',
    ],
    [
      'too many tools',
      {
        message:
          "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 200 instead.",
        code: 'array_above_max_length',
      },
      'This request has more tools than the upstream supports.',
    ],
    [
      'too many pictures',
      { message: 'At most 1 image(s) may be provided in one prompt.' },
      'This request has more images, audio inputs or videos than the upstream supports.',
    ],
    [
      'a picture that is too large',
      {
        message: 'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
      },
      'The upstream cannot read an image or a file of this request.',
    ],
  ])("is the client's mistake: %s", async (_, error, expected) => {
    refuse(400, { error });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'invalid-request',
      message: expected,
    });
  });

  it.each<[string, JsonObject]>([
    [
      'xAI',
      {
        code: 'The caller does not have permission to execute the specified operation',
        error:
          'Content violates usage guidelines. Team: t, API key ID: k, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO',
      },
    ],
    [
      'OpenRouter',
      {
        error: {
          code: 403,
          message: 'Input was flagged',
          metadata: { reasons: ['violence'], flagged_input: 'hello', provider_name: 'OpenAI', model_slug: 'a/b' },
        },
      },
    ],
  ])('is no rejection of our credentials, although %s responds with 403', async (_, body) => {
    refuse(403, body);
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'invalid-request',
      message: 'The upstream rejects this prompt under its content policy.',
    });
  });

  it.each([
    [
      'an assistant prefill, in those of llama.cpp for a model that reasons',
      'Assistant response prefill is incompatible with enable_thinking.',
      'The model does not support assistant prefill; end the conversation with a user message or a tool result.',
    ],
    [
      'an assistant prefill, in those of newer models of Anthropic',
      'This model does not support assistant message prefill. The conversation must end with a user message.',
      'The model does not support assistant prefill; end the conversation with a user message or a tool result.',
    ],
    [
      'an assistant prefill, in those of Mistral',
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      'The model does not support assistant prefill; end the conversation with a user message or a tool result.',
    ],
    [
      'two turns of one side',
      'Conversation roles must alternate user/assistant/user/assistant/...',
      'The model supports only conversations in which user and assistant messages alternate.',
    ],
    ['a file', 'Unknown part type: file', 'The model "test-model" does not support file input.'],
  ])('is what the model has no form for: %s', async (_, errorText, expected) => {
    refuse(400, { error: { message: errorText } });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'unsupported', message: expected });
  });

  it('is a forced tool call, with the message of OpenRouter', async () => {
    refuse(404, { error: { message: "No endpoints found that support the provided 'tool_choice' value.", code: 404 } });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({
      code: 'unsupported',
      param: 'tool_choice',
    });
  });
});

describe('a context overflow', () => {
  it.each<[string, number, JsonObject | string, string]>([
    [
      'vLLM',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5100 tokens (5000 in the messages, 100 in the completion).",
        code: 400,
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'vLLM, newer',
      400,
      { error: { message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.' } },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'vLLM, newest',
      400,
      {
        error: {
          message:
            "You passed 5000 input tokens and requested 0 output tokens. However, the model's context length is only 4096 tokens",
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'vLLM, of gpt-oss',
      400,
      {
        error: {
          message: 'The engine prompt length 5000 exceeds the max_model_len 4096. Please reduce prompt.',
          type: 'invalid_request_error',
          param: 'input',
          code: 400,
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      "vLLM's new front end",
      400,
      {
        error: {
          message: "this model's maximum context length is 4096 tokens, but the prompt contains 5000 input tokens",
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_request_error',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'OpenAI',
      400,
      {
        error: {
          code: 'context_length_exceeded',
          message:
            "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'OpenAI, newer',
      400,
      { error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' } },
      'prompt is too long: it exceeds the context of the model',
    ],
    [
      'llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 5000,
          n_ctx: 4096,
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'llama.cpp, older',
      400,
      {
        error: { message: 'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it' },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'SGLang',
      400,
      { message: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'LM Studio',
      400,
      {
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'LM Studio, older',
      400,
      {
        error:
          'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'LM Studio, of another engine',
      400,
      { error: 'Context size has been exceeded.' },
      'prompt is too long: it exceeds the context of the model',
    ],
    [
      'Gemini',
      400,
      {
        error: {
          code: 400,
          message: 'The input token count (5000) exceeds the maximum number of tokens allowed (4096).',
          status: 'INVALID_ARGUMENT',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'Anthropic',
      400,
      {
        error: {
          message:
            'input length and `max_tokens` exceed context limit: 5000 + 100 > 4096, decrease input length or `max_tokens` and try again',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'Bedrock',
      400,
      { message: 'Input is too long for requested model.' },
      'prompt is too long: it exceeds the context of the model',
    ],
    [
      'OpenRouter',
      400,
      {
        error: {
          message:
            "This endpoint's maximum context length is 4096 tokens. However, you requested about 5100 tokens (5000 of text input, 100 in the output). Please reduce the length of either one.",
          code: 400,
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'xAI',
      400,
      {
        code: 'Client specified an invalid argument',
        error: "This model's maximum prompt length is 4096 but the request contains 5000 tokens.",
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'Moonshot',
      400,
      {
        error: {
          message: 'Invalid request: Your request exceeded model token limit: 4096 (requested: 5000)',
          type: 'invalid_request_error',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'Copilot',
      400,
      {
        error: {
          message: 'prompt token count of 5000 exceeds the limit of 4096',
          code: 'model_max_prompt_tokens_exceeded',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'TGI',
      422,
      {
        error: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000',
        error_type: 'validation',
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'Qwen',
      400,
      {
        error: {
          message: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 4096]',
          code: 'invalid_parameter_error',
        },
      },
      'prompt is too long: it exceeds the context of 4096 tokens',
    ],
    [
      'Z.ai',
      400,
      { error: { code: '1261', message: 'Prompt exceeds max length' } },
      'prompt is too long: it exceeds the context of the model',
    ],
    [
      'TabbyAPI',
      400,
      { detail: 'Request length 5000 + 100 is greater than max_seq_len 4096' },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'SiliconFlow',
      400,
      { code: 20_015, message: 'length of prompt_tokens (5000) must be less than max_seq_len (4096).', data: null },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'SambaNova',
      400,
      {
        error: {
          message:
            'Requested generation length 1 is not possible! The provided prompt is 5000 tokens long, so generating 1 tokens requires a sequence length of 5001, but the maximum supported sequence length is just 4096!',
        },
      },
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
    [
      'ik_llama.cpp',
      500,
      {
        error: {
          code: 500,
          message: 'Input prompt is too big compared to KV size. Please try increasing KV size.',
          type: 'server_error',
        },
      },
      'prompt is too long: it exceeds the context of the model',
    ],
    [
      'plain text',
      400,
      'prompt is too long: 5000 tokens > 4096 maximum',
      'prompt is too long: 5000 tokens > 4096 maximum',
    ],
  ])('with the message of %s is reported with its numbers', async (_, status, body, text) => {
    refuse(status, body);
    expect(await failure(live.languageModel())).toMatchObject({ code: 'context-overflow', message: text });
  });

  /** An upstream with a context of `limit` words, and vLLM's error text. */
  const playLimited = (limit: number): void =>
    live.upstream.play((call) => {
      const prompt = (call.body['messages'] as JsonObject[]).reduce(
        (sum, { content }) => sum + String(content).split(' ').length,
        0,
      );
      const wanted = Number(call.body['max_tokens'] ?? 0);
      if (prompt + wanted > limit) {
        call.reply(400, {
          message: `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + wanted} tokens (${prompt} in the messages, ${wanted} in the completion).`,
        });
        return;
      }
      call.delta({ content: `${prompt} and ${wanted}` });
      call.finish('length');
    });

  it.each([
    ['', 300, 4096],
    ['with the largest prompt that leaves output tokens', 3700, 4096],
    ['with a prompt of nearly a million tokens', 1_048_276, 1_048_576],
  ])('of a prompt that vLLM read in part is fixed by a token limit that fits %s', async (_, prompt, limit) => {
    live.upstream.play((call) => {
      const wanted = Number(call.body['max_tokens']);
      const space = limit - wanted;
      if (space < 0)
        call.reply(400, {
          error: {
            message: `max_tokens=${wanted} cannot be greater than max_model_len=max_total_tokens=${limit}. Please request fewer output tokens.`,
            code: 400,
          },
        });
      else if (prompt > space) {
        const total = `for a total of at least ${limit + 1} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`;
        call.reply(400, {
          error: {
            message: `This model's maximum context length is ${limit} tokens. However, you requested ${wanted} output tokens and your prompt contains at least ${space + 1} input tokens, ${total}`,
            code: 400,
          },
        });
      } else {
        call.delta({ content: String(wanted) });
        call.finish();
      }
    });
    for (const maxOutputTokens of [8 * limit, limit - 96]) {
      const { text, error, events } = await run(
        live.languageModel({ retries: 0 }),
        buildRequest('hello', { limits: { maxOutputTokens } }),
      );
      expect(error).toBeUndefined();
      expect(Number(text)).toBeGreaterThanOrEqual((limit - prompt) / 4);
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'clamped', param: 'max_tokens' }] });
    }
  });

  it.each([
    [
      'OpenAI',
      'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.',
      16_384,
    ],
    [
      'Groq',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      8192,
    ],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8192],
    [
      'Anthropic',
      'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku',
      8192,
    ],
  ])(
    'of the output alone, with the message of %s, is fixed by the maximum that the model writes',
    async (_, errorText, max) => {
      live.upstream.play((call) => {
        if (Number(call.body['max_tokens']) > max) call.reply(400, { error: { message: errorText } });
        else call.finish('length');
      });
      const { error, events } = await run(
        live.languageModel({ retries: 0 }),
        buildRequest('hello', { limits: { maxOutputTokens: 32_000 } }),
      );
      expect(error).toBeUndefined();
      expect(live.upstream.records.at(-1)?.body).toMatchObject({ max_tokens: max });
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'clamped', param: 'max_tokens' }] });
      expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'length' } });
    },
  );

  it('of a prompt that vLLM read in part is also fixed by dropping turns when the request allows it', async () => {
    const limit = 4096;
    live.upstream.play((call) => {
      const prompt = (call.body['messages'] as JsonObject[]).reduce(
        (sum, { content }) => sum + String(content).split(' ').length,
        0,
      );
      const space = limit - Number(call.body['max_tokens']);
      if (prompt > space)
        call.reply(400, {
          error: {
            message: `This model's maximum context length is ${limit} tokens. However, you requested ${limit - space} output tokens and your prompt contains at least ${space + 1} input tokens.`,
          },
        });
      else call.finish();
    });
    const turns = Array.from({ length: 12 }, (_, index) => [
      message('user', `${index} ${'word '.repeat(990)}end`),
      message('assistant', 'ok'),
    ]).flat();
    const { error, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest([...turns, message('user', 'the last question')], {
        truncation: 'auto',
        limits: { maxOutputTokens: 4000 },
      }),
    );
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({
      warnings: [
        { kind: 'dropped', param: 'messages' },
        { kind: 'clamped', param: 'max_tokens' },
      ],
    });
    expect(Number(live.upstream.records.at(-1)?.body['max_tokens'])).toBe(1000);
  });

  it('of a prompt that vLLM read in part and that leaves no tokens at all is reported as too long', async () => {
    live.upstream.play((call) => {
      const wanted = Number(call.body['max_tokens']);
      call.reply(400, {
        error: {
          message: `This model's maximum context length is 4096 tokens. However, you requested ${wanted} output tokens and your prompt contains at least ${4097 - wanted} input tokens.`,
        },
      });
    });
    const error = await failure(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', { limits: { maxOutputTokens: 4000 } }),
    );
    expect(error).toMatchObject({ code: 'context-overflow', message: expect.stringMatching(/^prompt is too long/) });
  });

  it('caused by the token limit alone is fixed: the limit becomes the remaining context', async () => {
    playLimited(100);
    const { text, events, error } = await run(
      live.languageModel(),
      buildRequest('one two three', { limits: { maxOutputTokens: 32_000 } }),
    );
    expect(error).toBeUndefined();
    expect(text).toBe('3 and 97');
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'clamped', param: 'max_tokens' }] });
    expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'context-window', raw: 'length' } });
  });

  it('is fixed by dropping complete oldest turns when the request allows it', async () => {
    playLimited(100);
    const turns = Array.from({ length: 10 }, (_, index) => [
      message('user', `${index} ${'word '.repeat(18)}end`),
      message('assistant', 'ok'),
    ]).flat();
    const messages = [message('system', 'Be kind.'), ...turns, message('user', 'the last question')];
    const { error, events } = await run(live.languageModel(), buildRequest(messages, { truncation: 'auto' }));
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'dropped', param: 'messages' }] });
    const sent = live.upstream.records.at(-1)?.body['messages'] as JsonObject[];
    expect(sent[0]).toMatchObject({ role: 'system' });
    expect(sent.at(-1)).toMatchObject({ content: 'the last question' });
    expect(sent[1]).toMatchObject({ role: 'user' });
    expect(await failure(live.languageModel(), buildRequest(messages))).toMatchObject({ code: 'context-overflow' });
  });

  it('inside a stream that started with 200 is one, too', async () => {
    live.upstream.play((call) => {
      call.start();
      call.write(
        'event: error\ndata: {"error":{"message":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096)."}}\n\n',
      );
    });
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'context-overflow' });
  });

  it('in the middle of a response is not retried: the delivered part would repeat', async () => {
    live.upstream.play((call) => {
      call.delta({ content: 'x' });
      call.chunk({
        error: {
          code: 400,
          message:
            "This model's maximum context length is 100 tokens. However, you requested 105 tokens (5 in the messages, 100 in the completion).",
        },
      });
    });
    const before = live.count;
    expect(
      await failure(live.languageModel(), buildRequest('hello', { limits: { maxOutputTokens: 100 } })),
    ).toMatchObject({
      code: 'context-overflow',
    });
    expect(live.count).toBe(before + 1);
  });

  it('that no change fixes is returned after a few attempts', async () => {
    playLimited(2);
    const before = live.count;
    const messages = Array.from({ length: 40 }, (_, index) => [
      message('user', `question ${index} is here`),
      message('assistant', 'ok'),
    ])
      .flat()
      .concat(message('user', 'much too long for it'));
    expect(await failure(live.languageModel(), buildRequest(messages, { truncation: 'auto' }))).toMatchObject({
      code: 'context-overflow',
    });
    expect(live.count - before).toBeLessThanOrEqual(6);
  });
});

describe('retries', () => {
  it('recover from one failure before the first event', async () => {
    let calls = 0;
    live.upstream.play((call) => {
      calls += 1;
      if (calls % 2 === 1) call.reset();
      else call.finish();
    });
    expect(await run(live.languageModel())).toMatchObject({ error: undefined });
    expect(calls).toBe(2);
  });

  it('wait for as long as a busy upstream asks, up to two seconds', async () => {
    let calls = 0;
    live.upstream.play((call) => {
      calls += 1;
      if (calls === 1) call.reply(503, {}, { 'retry-after': '1' });
      else call.finish();
    });
    const startedAt = performance.now();
    expect(await run(live.languageModel())).toMatchObject({ error: undefined });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  });

  it.each([
    ['a busy upstream that asks for more', 503, { 'retry-after': '3' }],
    ['a busy upstream that asks for nothing', 503, {}],
    ['a failure after possible work', 500, { 'retry-after': '0' }],
    ['a rejection', 400, {}],
  ])('are not made after %s', async (_, status, headers) => {
    refuse(status, {}, headers);
    const before = live.count;
    await failure(live.languageModel());
    expect(live.count).toBe(before + 1);
  });

  it('are never made after the first event', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'x' });
      await call.pause(10);
      call.reset();
    });
    const before = live.count;
    await failure(live.languageModel());
    expect(live.count).toBe(before + 1);
  });

  it('stay a fifth of all requests when everything fails', async () => {
    live.upstream.play((call) => call.reset());
    const languageModel = live.languageModel();
    const before = live.count;
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => failure(languageModel)));
    const sent = live.count - before;
    expect(sent).toBeGreaterThanOrEqual(200 + 200 * 0.2);
    expect(sent).toBeLessThanOrEqual(200 + 200 * 0.2 + 10);
  });
});

describe('the upstream of a language model', () => {
  it('gets its key, and a redirect does not carry it anywhere', async () => {
    const seen: unknown[] = [];
    const canary = createServer((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo;
    refuse(307, {}, { location: `http://127.0.0.1:${port}/v1/chat/completions` });
    expect(await failure(live.languageModel({ apiKey: 'sk-secret' }))).toMatchObject({ code: 'upstream-failed' });
    expect(live.upstream.records.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer sk-secret',
      'x-request-id': 'req_test',
    });
    expect(seen).toEqual([]);
    await new Promise((resolve) => canary.close(resolve));
  });

  it('cannot be chosen by anything in a request', async () => {
    const before = live.count;
    const request = buildRequest('hello', {
      model: 'http://127.0.0.1:1/v1',
      extensions: { messages: { api_base: 'http://127.0.0.1:1' } },
    });
    expect(await run(live.languageModel(), request)).toMatchObject({ error: undefined });
    expect(live.count).toBe(before + 1);
  });

  it.each(['not a url', 'ftp://host/v1', 'http://user:pass@host/v1'])('cannot be %s', (baseUrl) => {
    expect(() => createChatCompletionsModel({ id: 'm', baseUrl })).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'baseUrl' }),
    );
  });

  it('may have a path and a query', async () => {
    const baseUrl = `${live.upstream.baseUrl}/deployments/m/?api-version=7`;
    await run(live.languageModel({ baseUrl, headers: { 'x-team': 'blue' } }));
    expect(live.upstream.records.at(-1)).toMatchObject({
      path: '/v1/deployments/m/chat/completions?api-version=7',
      headers: { 'x-team': 'blue' },
    });
  });

  it('is queried for its context length, and ModelInfo is returned without it, too', async () => {
    expect(await live.languageModel().modelInfo()).toMatchObject({
      id: 'scripted',
      contextLength: 4096,
      createdAt: 5,
      ownedBy: 'tests',
    });
    expect(await live.languageModel({ baseUrl: 'http://127.0.0.1:1/v1' }).modelInfo()).toMatchObject({
      id: 'scripted',
      createdAt: 0,
      ownedBy: 'upstream',
    });
  });

  it('counts tokens where it can, and nowhere else', async () => {
    live.upstream.play((call) => call.reply(200, { count: 42, max_model_len: 4096, tokens: [] }));
    const request = buildRequest('hello', { tools: [functionTool('look')] });
    expect(await live.languageModel({ profile: 'vllm' }).countTokens?.(request, buildContext())).toEqual({
      inputTokens: 42,
    });
    expect(live.upstream.records.at(-1)).toMatchObject({
      path: '/tokenize',
      body: { add_generation_prompt: true, messages: [{ role: 'user' }], tools: [{}] },
    });
    expect(await live.languageModel({ profile: 'sglang' }).countTokens?.(request, buildContext())).toEqual({
      inputTokens: 42,
    });
    expect(live.languageModel().countTokens).toBeUndefined();
    refuse(500);
    await expect(live.languageModel({ profile: 'vllm' }).countTokens?.(request, buildContext())).rejects.toMatchObject({
      code: 'upstream-failed',
      message: 'The upstream failed.',
    });
    live.upstream.play((call) => call.pause(600_000));
    await expect(
      live.languageModel({ profile: 'vllm' }).countTokens?.(request, buildContext({ signal: AbortSignal.timeout(50) })),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each<[string, number, JsonObject]>([
    [
      'that counts plain text alone',
      400,
      {
        object: 'error',
        message: "[{'type': 'missing', 'loc': ('body', 'prompt'), 'msg': 'Field required'}]",
        type: 'Bad Request',
        param: null,
        code: 400,
      },
    ],
    ['that counts nothing', 404, { detail: 'Not Found' }],
  ])('does not count with release %s, and reports it', async (_, status, body) => {
    refuse(status, body);
    await expect(
      live.languageModel({ profile: 'sglang' }).countTokens?.(buildRequest('hello'), buildContext()),
    ).rejects.toMatchObject({ code: 'unsupported', message: 'The model "test-model" cannot count tokens.' });
  });

  it('receives the configured model, or the requested one', async () => {
    await run(live.languageModel({ model: 'inner' }));
    expect(live.upstream.records.at(-1)?.body).toMatchObject({ model: 'inner' });
    await run(live.languageModel());
    expect(live.upstream.records.at(-1)?.body).toMatchObject({ model: 'test-model' });
  });

  it('may respond with one JSON document', async () => {
    live.upstream.play((call) =>
      call.reply(200, {
        choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      }),
    );
    expect(await run(live.languageModel())).toMatchObject({ text: 'Hi', error: undefined });
    live.upstream.play((call) => call.reply(200, { error: { message: 'no' } }));
    expect(await failure(live.languageModel())).toMatchObject({ code: 'upstream-failed' });
  });
});
