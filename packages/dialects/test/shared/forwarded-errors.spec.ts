// An upstream's error about the client's request, in both dialects and in the classes of the official SDKs.
import Anthropic from '@anthropic-ai/sdk';
import { EngineError, type EngineErrorOptions, type ForwardedError } from '@org/engine';
import { errorResponseSchema } from '@org/protocol/messages';
import { errorBodySchema } from '@org/protocol/responses';
import OpenAI from 'openai';
import { messagesDialect } from '#src/messages.js';
import { encodeFailure } from '#src/responses/encode/encode-error.js';
import { errorEvent } from '#src/responses/encode/failure-events.js';
import { responsesDialect } from '#src/responses.js';
import { withoutUpstreamPaths } from '#src/shared/without-upstream-paths.js';

const details = {
  error_code: 'image_dimensions_too_large',
  max_side_length_pixels: 8000,
  paths: ['messages.2.content.1'],
};
const message = 'messages.2.content.1: the longest side of an image is larger than 8000 pixels';
const messagesError: ForwardedError = {
  status: 400,
  dialect: 'messages',
  type: 'invalid_request_error',
  message,
  details,
};
const responsesError: ForwardedError = {
  status: 400,
  dialect: 'responses',
  type: 'invalid_request_error',
  code: 'image_too_large',
  param: 'input[2]',
  message: 'input[2]: too large',
};
const chatError: ForwardedError = {
  status: 422,
  dialect: undefined,
  type: 'BadRequestError',
  param: 'x',
  message: 'No.',
};

const errorOf = (forwarded: ForwardedError, more: EngineErrorOptions = {}): EngineError =>
  new EngineError('invalid-request', 'Ours.', { forwarded, capability: 'image_block', ...more });

async function thrownByOpenAI({
  status,
  headers,
  body,
}: ReturnType<typeof responsesDialect.encodeError>): Promise<unknown> {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(body, { status, headers }));
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch });
  return await client.responses.create({ model: 'm', input: 'q' }).catch((error: unknown) => error);
}

describe('an upstream’s error of the client’s dialect', () => {
  it('is unchanged in messages, and the official SDK throws its class with the details', async () => {
    const { status, headers, body } = messagesDialect.encodeError(errorOf(messagesError), 'req_1');
    expect([status, body]).toEqual([
      400,
      { type: 'error', error: { type: 'invalid_request_error', message, details }, request_id: 'req_1' },
    ]);
    expect(errorResponseSchema.safeParse(body).success).toBe(true);
    const fetch = (): Promise<Response> => Promise.resolve(Response.json(body, { status, headers }));
    const thrown: unknown = await new Anthropic({ apiKey: 'none', maxRetries: 0, fetch }).messages
      .create({ model: 'm', max_tokens: 1, messages: [] })
      .catch((error: unknown) => error);
    expect(thrown).toHaveProperty('constructor.name', 'ImageDimensionsTooLargeError');
    expect(thrown).toMatchObject({ details });
  });

  it('has details without an error_code in messages', () => {
    const { body } = messagesDialect.encodeError(errorOf({ ...messagesError, details: { limit: 3 } }), 'req_1');
    expect(body['error']).toEqual({ type: 'invalid_request_error', message, details: { limit: 3 } });
    expect(errorResponseSchema.safeParse(body).success).toBe(true);
  });

  it('is unchanged in responses, in a body, an event and the class of the official SDK', async () => {
    const encoded = responsesDialect.encodeError(errorOf(responsesError), 'req_1');
    const error = {
      message: 'input[2]: too large',
      type: 'invalid_request_error',
      param: 'input[2]',
      code: 'image_too_large',
    };
    expect([encoded.status, encoded.body]).toEqual([400, { error }]);
    expect(errorBodySchema.safeParse(encoded.body).success).toBe(true);
    expect(errorEvent(errorOf(responsesError), 3)).toMatchObject({ ...error, type: 'error', error });
    expect(encodeFailure(errorOf(responsesError))).toEqual({
      code: 'image_too_large',
      message: 'input[2]: too large',
      type: 'invalid_request_error',
    });
    expect(await thrownByOpenAI(encoded)).toMatchObject({ status: 400, code: 'image_too_large', param: 'input[2]' });
  });

  it('has no path into earlier turns, which the client has not sent', () => {
    expect(withoutUpstreamPaths(messagesError)).toEqual({
      status: 400,
      dialect: 'messages',
      type: 'invalid_request_error',
      message: 'the longest side of an image is larger than 8000 pixels',
      details: { error_code: 'image_dimensions_too_large', max_side_length_pixels: 8000 },
    });
    expect(withoutUpstreamPaths(responsesError)).not.toHaveProperty('param');
    const aboutTools = { ...responsesError, param: 'tools.1.type', message: 'tools.1.type: no' };
    expect(withoutUpstreamPaths(aboutTools)).toEqual(aboutTools);
  });
});

describe('an upstream’s error of another dialect', () => {
  it('has the upstream’s status and message with the token in messages', () => {
    const { status, body } = messagesDialect.encodeError(errorOf(chatError), 'req_1');
    expect([status, body['error']]).toEqual([
      422,
      { type: 'invalid_request_error', message: 'No. (capability_rejected: image_block)' },
    ]);
  });

  it('has the upstream’s status and message without its path in responses', async () => {
    const encoded = responsesDialect.encodeError(errorOf(chatError), 'req_1');
    expect([encoded.status, encoded.body]).toEqual([
      422,
      { error: { message: 'No.', type: 'invalid_request_error', param: null, code: 'unprocessable' } },
    ]);
    expect(await thrownByOpenAI(encoded)).toHaveProperty('constructor.name', 'UnprocessableEntityError');
  });

  it.each([
    ['unknown_parameter', 'unknown_parameter'],
    ['400', null],
  ])('has the code %s of chat completions in responses, unless it is a status', (code, expected) => {
    const { body } = responsesDialect.encodeError(
      errorOf({ status: 400, dialect: undefined, code, message: 'No.' }, { capability: undefined }),
      'r',
    );
    expect(body['error']).toMatchObject({ code: expected });
  });

  it.each([
    [404, 'not_found_error', 'not_found_error', 'not_found'],
    [409, 'conflict_error', 'conflict_error', 'conflict'],
    [413, 'request_too_large', 'invalid_request_error', 'request_too_large'],
  ] as const)('has the type of status %i', (status, messagesType, responsesType, code) => {
    const error = errorOf({ status, dialect: undefined, message: 'No.' });
    expect(messagesDialect.encodeError(error, 'r')).toMatchObject({ status, body: { error: { type: messagesType } } });
    expect(responsesDialect.encodeError(error, 'r')).toMatchObject({
      status,
      body: { error: { type: responsesType, code } },
    });
  });

  it('has the code on which clients compact where an overflow of the same dialect has none', () => {
    const { code: _code, ...forwarded } = responsesError;
    const error = new EngineError('context-overflow', 'Ours.', { forwarded });
    expect(responsesDialect.encodeError(error, 'req_1').body).toMatchObject({
      error: { code: 'context_length_exceeded', message: forwarded.message },
    });
  });

  it('keeps the message about length by which clients compact', () => {
    const forwarded: ForwardedError = { status: 400, dialect: undefined, message: "This model's maximum context …" };
    const error = new EngineError('context-overflow', 'prompt is too long: 300 tokens > 200 maximum', { forwarded });
    expect(messagesDialect.encodeError(error, 'r').body['error']).toMatchObject({
      message: 'prompt is too long: 300 tokens > 200 maximum',
    });
    expect(responsesDialect.encodeError(error, 'r').body['error']).toMatchObject({
      message: "This model's maximum context …",
      code: 'context_length_exceeded',
    });
  });
});

describe('a hidden message', () => {
  it.each(['messages', 'responses', undefined] as const)('of %s is ours, with the token', (dialect) => {
    const error = errorOf({ status: 400, dialect });
    const hidden = { message: 'Ours. (capability_rejected: image_block)', type: 'invalid_request_error' };
    expect(messagesDialect.encodeError(error, 'r').body['error']).toEqual(hidden);
    expect(responsesDialect.encodeError(error, 'r').body['error']).toMatchObject(hidden);
  });
});

describe('headers of retries', () => {
  const headers = (options: EngineErrorOptions): Readonly<Record<string, string>> =>
    messagesDialect.encodeError(new EngineError('rate-limited', 'Slow.', options), 'r').headers;

  it('are the upstream’s', () =>
    expect(
      headers({
        retryAfter: 2.5,
        headers: { 'retry-after': '2.5', 'retry-after-ms': '2500', 'x-should-retry': 'true' },
      }),
    ).toEqual({ 'retry-after': '2.5', 'retry-after-ms': '2500', 'x-should-retry': 'true' }));

  it('forbid a retry after more than ten minutes, which the SDKs would wait', () => {
    expect(headers({ retryAfter: 124_633 })).toEqual({ 'retry-after': '124633', 'x-should-retry': 'false' });
    expect(headers({ retryAfter: 600 })).toEqual({ 'retry-after': '600' });
    expect(headers({ retryAfter: 124_633, headers: { 'x-should-retry': 'true' } })).toMatchObject({
      'x-should-retry': 'true',
    });
  });

  it('forbid a retry of work that had an effect, whatever the upstream says', () =>
    expect(headers({ retryable: false, headers: { 'x-should-retry': 'true' } })).toMatchObject({
      'x-should-retry': 'false',
    }));

  it('leave the retry of a conflict at the upstream to its status', () =>
    expect(
      messagesDialect.encodeError(
        new EngineError('conflict', 'No.', { forwarded: { status: 409, dialect: 'messages', message: 'No.' } }),
        'r',
      ).headers,
    ).toEqual({}));
});

describe('the retry delay of a stream that fails', () => {
  it('is in the words and with the decimals that Codex reads', () => {
    const error = new EngineError('rate-limited', 'Slow down.', { retryAfter: 2.5 });
    expect(encodeFailure(error)).toMatchObject({
      code: 'rate_limit_exceeded',
      message: 'Slow down. Please try again in 2.5s.',
    });
    expect(errorEvent(error, 0)).toMatchObject({
      message: 'Slow down. Please try again in 2.5s.',
      error: { message: 'Slow down. Please try again in 2.5s.' },
    });
    expect(encodeFailure(error).message).toMatch(/try again in\s*(\d+(?:\.\d+)?)\s*(s|ms|seconds?)/);
  });

  it('is in the message once, and in no message of another failure', () => {
    const keyed = new EngineError('rate-limited', 'Limit reached. Please try again in 12s.', { retryAfter: 12 });
    expect(encodeFailure(keyed).message).toBe('Limit reached. Please try again in 12s.');
    expect(encodeFailure(new EngineError('rate-limited', 'Slow down.')).message).toBe('Slow down.');
    expect(encodeFailure(new EngineError('upstream-failed', 'No.', { retryAfter: 3 })).message).toBe('No.');
    expect(encodeFailure(new EngineError('overloaded', 'Busy.', { retryAfter: 3 })).message).toBe(
      'Busy. Please try again in 3s.',
    );
  });

  it('is not in the body of an HTTP response, whose header has it', () =>
    expect(
      responsesDialect.encodeError(new EngineError('rate-limited', 'Slow down.', { retryAfter: 2.5 }), 'r').body,
    ).toMatchObject({ error: { message: 'Slow down.' } }));
});

describe('a response whose key is revoked', () => {
  it.each(['unauthenticated', 'forbidden', 'not-found'] as const)('does not blame the prompt: %s', (code) =>
    expect(encodeFailure(new EngineError(code, 'The key is not valid.')).code).toBe('server_error'),
  );
});
