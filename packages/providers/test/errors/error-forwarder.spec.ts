// Which errors of an upstream clients receive, and what of them.
import type { EngineError, JsonObject } from '@org/engine';
import { ErrorForwarder, type RejectedRequest } from '#src/errors/error-forwarder.js';
import { failureToError, mapUpstreamError } from '#src/errors/upstream-error.js';

const urls = ['http://10.0.0.7:8000/v1'];
const forwarder = new ErrorForwarder({ urls, model: 'configured' });
const hiding = new ErrorForwarder({ urls, model: 'configured', upstreamMessages: 'hide' });
const request: RejectedRequest = {
  model: 'm',
  tools: [],
  dialect: 'messages',
  sameDialect: true,
  body: { model: 'configured', messages: [{ role: 'user', content: [{ type: 'document', file_id: 'file_011abc' }] }] },
};
const error = {
  type: 'invalid_request_error',
  code: 'image_too_large',
  param: 'messages.0.content',
  message: 'messages.0.content: too large',
  details: { error_code: 'image_dimensions_too_large', paths: ['messages.0.content'] },
};
const rejection = (status: number, body: unknown = { error }, headers: JsonObject = {}): EngineError =>
  mapUpstreamError({ status, body: typeof body === 'string' ? body : JSON.stringify(body), headers });

describe('the message of an upstream for the log', () => {
  it.each([400, 401, 404, 429, 500])(
    'is the same for every status, also where clients do not receive it: %i',
    (status) => {
      const message = 'http://10.0.0.7:8000/v1 rejects this\u001b[2J';
      for (const one of [forwarder, hiding]) {
        const passedOn = one.forward(rejection(status, { error: { message } }), request);
        expect(passedOn.upstreamMessage).toMatch(/^http:\/\/\[redacted\]\/v1 rejects this/);
        expect(passedOn.upstreamMessage).not.toContain('\u001b');
        expect(JSON.stringify(passedOn)).not.toContain('rejects this');
      }
    },
  );

  it('is absent for a web page', () => {
    expect(forwarder.forward(rejection(502, '<html>secret</html>'), request).upstreamMessage).toBeUndefined();
  });
});

describe('an error about the client’s request', () => {
  it('has the code too-large for an image that is too large with status 413', () => {
    const tooLarge = { error: { message: 'image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes' } };
    expect(rejection(413, tooLarge).code).toBe('too-large');
    expect(rejection(400, tooLarge).code).toBe('invalid-request');
    expect(forwarder.forward(rejection(413, tooLarge), request)).toMatchObject({ code: 'too-large' });
  });

  it.each([
    [400, 'invalid-request'],
    [409, 'conflict'],
    [413, 'too-large'],
    [422, 'invalid-request'],
  ])('keeps status %i, type, code, param, details and message', (status, code) => {
    const passedOn = forwarder.forward(rejection(status), request);
    expect(passedOn.code).toBe(code);
    expect(passedOn.forwarded).toEqual({ status, dialect: 'messages', ...error });
    expect(passedOn.message).not.toContain('messages.0.content: too large');
    expect(JSON.stringify(passedOn)).not.toContain('messages.0.content: too large');
  });

  it.each([
    ['of xAI', { code: 'invalid-argument', error: 'Too large.' }, 'Too large.'],
    ['of FastAPI', { detail: 'Too large.' }, 'Too large.'],
    ['bare', { message: 'Too large.', type: 'x' }, 'Too large.'],
    ['in a list, of Gemini', [{ error: { message: 'Too large.' } }], 'Too large.'],
    [
      'of pydantic, without the input that it repeats',
      { detail: [{ loc: ['body', 'messages', 0], msg: 'Too large.', type: 'x', input: 'prompt' }] },
      'messages.0: Too large.',
    ],
  ])('has the message in the form %s', (_, body, message) =>
    expect(forwarder.forward(rejection(400, body), request).forwarded?.message).toBe(message),
  );

  it.each([
    ['a page', '<html>WORDS</html>'],
    ['text', 'WORDS'],
    ['a JSON text', '"WORDS"'],
    ['half an object', '{"error":{"message":"WORDS"'],
    ['an object without a message', '{"error":{"code":"WORDS"}}'],
  ])('has no message in a malformed body: %s', (_, body) => {
    const passedOn = forwarder.forward(rejection(400, body), request);
    expect(passedOn).toMatchObject({ code: 'invalid-request', forwarded: undefined });
    expect(forwarder.forward(rejection(400, body), { ...request, sameDialect: false }).code).toBe('upstream-rejected');
  });

  it('has no message if the end of its body is missing', () => {
    const truncated = mapUpstreamError({ status: 422, body: JSON.stringify({ error }), isTruncated: true });
    expect(forwarder.forward(truncated, request).forwarded).toBeUndefined();
  });

  it('has at most 2,000 characters, none of them half or a control character', () => {
    const message = `a\u0000b\u2028\u2029\n\u202ec${'😀'.repeat(3_000)}`;
    const { forwarded } = forwarder.forward(rejection(400, { error: { message } }), request);
    expect(forwarded?.message).toBe(`a b c${'😀'.repeat(1_995)}`);
    expect(forwarder.forward(rejection(400, { error: { message: 'a\ud800' } }), request).forwarded?.message).toBe(
      'a\ufffd',
    );
  });

  it('has no details that are large or deep', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as unknown;
    for (const details of [deep, { text: 'x'.repeat(9_000) }, 'text', ['a']])
      expect(forwarder.forward(rejection(400, { error: { ...error, details } }), request).forwarded).not.toHaveProperty(
        'details',
      );
  });

  it('is passed on from a response that started with 200', () => {
    const failure = failureToError(400, error, { type: 'error', error });
    expect(forwarder.forward(failure, request)).toMatchObject({
      code: 'invalid-request',
      forwarded: { status: 400, message: error.message },
    });
  });

  it('loses what the server repeats of the conversation in another dialect', () => {
    const message = "1 validation error: [{'type': 'x', 'input': {'content': 'of an earlier turn'}}]";
    const passedOn = forwarder.forward(rejection(400, { error: { message } }), { ...request, sameDialect: false });
    expect(passedOn.forwarded?.message).not.toContain('earlier turn');
    expect(forwarder.forward(rejection(400, { error: { message } }), request).forwarded?.message).toBe(message);
  });
});

describe('a 404', () => {
  const missing = (message: string): EngineError => rejection(404, { error: { type: 'not_found_error', message } });

  it.each(['File `file_011abc` not found', "No file with id 'file_011abc' exists.", 'file_011abc: gone'])(
    'of something that the client named is passed on: %s',
    (message) =>
      expect(forwarder.forward(missing(message), request)).toMatchObject({
        code: 'unsupported',
        forwarded: { status: 404, type: 'not_found_error', message },
      }),
  );

  it.each(['Not Found', 'model: configured', 'The user message does not exist', 'document', 'file_022xyz not found'])(
    'of anything else is about the service’s configuration: %s',
    (message) =>
      expect(forwarder.forward(missing(message), request)).toMatchObject({
        code: 'upstream-failed',
        detail: undefined,
        forwarded: undefined,
      }),
  );

  it('is read in a time that grows with the length of its message', () => {
    const start = performance.now();
    forwarder.forward(missing(`${':'.repeat(60_000)}a`), request);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('of the model is passed on if the client named it', () => {
    const passing = new ErrorForwarder({ urls });
    const named = { ...request, body: { model: 'acme-9' } };
    expect(passing.forward(missing('model: acme-9'), named).forwarded).toMatchObject({ status: 404 });
    const litellm = rejection(400, { error: { message: 'invalid model name passed in model=acme-9' } });
    expect(passing.forward(litellm, named).forwarded).toMatchObject({ status: 400 });
    expect(forwarder.forward(litellm, named).forwarded).toBeUndefined();
  });
});

describe('an error of the service’s own account, address or upstream', () => {
  it.each([
    [401, 'invalid x-api-key'],
    [402, 'Insufficient Balance'],
    [403, 'Your account may not use this model.'],
    [429, "This request would exceed your account's rate limit."],
    [400, 'Your credit balance is too low'],
    [400, 'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.'],
    [400, 'Billing hard limit has been reached'],
    [400, 'This organization has been disabled.'],
    [400, 'API key not valid. Please pass a valid API key.'],
    [500, 'boom'],
    [503, 'busy'],
    [307, 'elsewhere'],
  ])('is not passed on: %i %s', (status, message) =>
    expect(forwarder.forward(rejection(status, { error: { message } }), request).forwarded).toBeUndefined(),
  );

  it('is not passed on when the model’s output was at fault', () => {
    const failed = rejection(400, { error: { message: 'Failed to call a function.', code: 'tool_use_failed' } });
    expect(forwarder.forward(failed, request)).toMatchObject({ byModel: true, forwarded: undefined });
  });
});

describe('errors.upstreamMessages: hide', () => {
  it('hides message, param and details, and leaves status, type, code and token', () => {
    const passedOn = hiding.forward(rejection(400), request);
    expect(passedOn.forwarded).toEqual({
      status: 400,
      dialect: 'messages',
      type: 'invalid_request_error',
      code: 'image_too_large',
    });
    expect(passedOn.capability).toBe('image_block');
  });

  it('hides rate limits, and leaves what clients need for a retry', () => {
    const headers = { 'x-should-retry': 'false', 'retry-after-ms': '20', 'x-ratelimit-limit-requests': '5' };
    expect(hiding.forward(rejection(429, undefined, headers), request).headers).toEqual({
      'x-should-retry': 'false',
      'retry-after-ms': '20',
    });
  });
});

describe('headers of an error', () => {
  it('are those of retries and rate limits', () => {
    const headers = {
      'retry-after': '124633',
      'x-should-retry': 'false',
      'anthropic-ratelimit-unified-reset': '2026-11-28T10:00:00Z',
      'x-ratelimit-remaining-tokens': '0',
      'set-cookie': 'a=b',
      'x-ratelimit-key': 'sk-abcdefgh1234',
      'anthropic-ratelimit-long': 'x'.repeat(201),
    };
    expect(forwarder.forward(rejection(429, undefined, headers), request)).toMatchObject({
      code: 'rate-limited',
      retryAfter: 124_633,
      headers: {
        'retry-after': '124633',
        'x-should-retry': 'false',
        'anthropic-ratelimit-unified-reset': '2026-11-28T10:00:00Z',
        'x-ratelimit-remaining-tokens': '0',
      },
    });
    expect(Object.keys(forwarder.forward(rejection(429, undefined, headers), request).headers ?? {})).toHaveLength(4);
  });
});

describe('the capability token', () => {
  it.each([
    ['image_block', 400, 'messages.2.content.1: At least one of the image dimensions exceed max allowed size'],
    ['image_block', 400, 'Failed to load image: cannot identify image file <_io.BytesIO object>'],
    ['image_block', 400, 'messages.0.content.0: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes'],
    ['image_block', 400, 'Could not process image'],
    [
      'image_block',
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ],
    ['image_block', 400, 'The model does not support image inputs.'],
    ['document_block', 400, 'The PDF specified was not valid.'],
    ['media_budget', 400, 'At most 2 image(s) may be provided in one prompt.'],
    ['thinking_type:adaptive', 400, 'adaptive thinking is not supported on this model'],
    ['thinking_type:adaptive', 400, "thinking.type: Input tag 'adaptive' found using 'type' does not match"],
    ['thinking_type:enabled', 400, '"thinking.type.enabled" is not supported for this model.'],
    ['thinking_signature', 400, 'messages.1.content.0: Invalid `signature` in `thinking` block'],
    [
      'thinking_signature',
      400,
      '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    ],
    ['cache_control_field', 400, 'system.0.cache_control.ttl: Extra inputs are not permitted'],
    ['structured_outputs_unsupported', 400, 'output_config.format: Extra inputs are not permitted'],
    ['structured_outputs_unsupported', 400, 'Invalid schema for response_format'],
    ['effort_unsupported', 400, 'This model does not support the effort parameter.'],
    ['prompt_too_long', 400, 'prompt is too long: 215000 tokens > 200000 maximum'],
    ['max_tokens_context_overflow', 400, 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'],
    ['mid_conv_system', 400, "messages.1.role: Input should be 'user' or 'assistant'"],
    ['mid_conv_system', 400, 'Unexpected message role.'],
    ['mid_conv_system', 400, 'System message must be at the beginning.'],
    ['beta_header:made-up-2026', 400, 'Unexpected value(s) `made-up-2026` for the `anthropic-beta` header.'],
    [undefined, 400, 'temperature: range: 0..1'],
    [undefined, 400, 'tools.0.name: String should match pattern'],
    [undefined, 500, 'thinking adaptive server crashed'],
  ] as const)('is %s for %i %s', (token, status, message) => {
    const passedOn = forwarder.forward(rejection(status, { error: { message } }), request);
    expect(passedOn.capability).toBe(token);
  });
});
