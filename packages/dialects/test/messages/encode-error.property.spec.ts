import { APIError } from '@anthropic-ai/sdk';
import { EngineError, type ErrorCode, errorCodes } from '@org/engine';
import { messagesDialect } from '#src/messages.js';

/** Status, API error type and the class that the official SDK throws. */
const table: Readonly<Record<ErrorCode, readonly [number, string, string]>> = {
  'invalid-request': [400, 'invalid_request_error', 'BadRequestError'],
  unauthenticated: [401, 'authentication_error', 'AuthenticationError'],
  forbidden: [403, 'permission_error', 'PermissionDeniedError'],
  'not-found': [404, 'not_found_error', 'NotFoundError'],
  'unknown-model': [404, 'not_found_error', 'NotFoundError'],
  'previous-not-found': [404, 'not_found_error', 'NotFoundError'],
  'method-not-allowed': [405, 'invalid_request_error', 'APIError'],
  conflict: [409, 'conflict_error', 'ConflictError'],
  'too-large': [413, 'request_too_large', 'ContentTooLargeError'],
  'unsupported-media-type': [415, 'invalid_request_error', 'APIError'],
  'context-overflow': [400, 'invalid_request_error', 'BadRequestError'],
  'rate-limited': [429, 'rate_limit_error', 'RateLimitError'],
  overloaded: [529, 'overloaded_error', 'OverloadedError'],
  unsupported: [400, 'invalid_request_error', 'BadRequestError'],
  'upstream-failed': [502, 'api_error', 'InternalServerError'],
  'upstream-rejected': [502, 'api_error', 'InternalServerError'],
  'mcp-server-failed': [400, 'invalid_request_error', 'BadRequestError'],
  'timed-out': [504, 'timeout_error', 'GatewayTimeoutError'],
  cancelled: [499, 'api_error', 'ClientClosedRequestError'],
  internal: [500, 'api_error', 'InternalServerError'],
};

describe.each(errorCodes)('the error %s', (code) => {
  const [status, type, sdkClass] = table[code];
  const error = new EngineError(code, 'What went wrong.', { detail: 'finer_code' });
  const encoded = messagesDialect.encodeError(error, 'req_1');

  it('has its status and its API error type', () => {
    expect(encoded.status).toBe(status);
    expect(encoded.body).toEqual({
      type: 'error',
      error: { type, message: 'What went wrong.', details: { error_code: 'finer_code' } },
      request_id: 'req_1',
    });
  });

  it('is thrown by the official SDK as its own class, with all members of the body', () => {
    const raised = APIError.generate(
      encoded.status,
      JSON.parse(JSON.stringify(encoded.body)),
      undefined,
      new Headers({ 'request-id': 'req_1' }),
    );
    expect(raised.constructor.name === sdkClass || raised.name === sdkClass).toBe(true);
    expect(raised).toMatchObject({
      status,
      type,
      apiMessage: 'What went wrong.',
      errorCode: 'finer_code',
      requestID: 'req_1',
    });
  });

  it('has the same form inside a stream', () => {
    expect(encoded.body['error']).toEqual({ type, message: 'What went wrong.', details: { error_code: 'finer_code' } });
  });
});

describe('retry headers', () => {
  const headers = (error: EngineError): Readonly<Record<string, string>> =>
    messagesDialect.encodeError(error, 'req_1').headers;

  it.each(['rate-limited', 'overloaded'] as const)('say when to retry after %s', (code) => {
    expect(headers(new EngineError(code, 'Later.'))).toEqual({ 'retry-after': '1' });
    expect(headers(new EngineError(code, 'Later.', { retryAfter: 2.2 }))).toEqual({ 'retry-after': '3' });
  });

  it.each(['unauthenticated', 'conflict', 'upstream-rejected', 'timed-out', 'cancelled'] as const)(
    'forbid the futile retry of %s',
    (code) => expect(headers(new EngineError(code, 'No.'))).toEqual({ 'x-should-retry': 'false' }),
  );

  it('follow the error where it speaks for itself', () => {
    expect(headers(new EngineError('internal', 'No.', { retryable: false }))).toEqual({ 'x-should-retry': 'false' });
    expect(headers(new EngineError('conflict', 'Soon.', { retryable: true }))).toEqual({ 'x-should-retry': 'true' });
  });

  it('are absent when the status suffices', () =>
    expect(headers(new EngineError('invalid-request', 'No.'))).toEqual({}));
});

describe('a turn to continue that is not there', () => {
  it('makes the official tool runner send its complete history', () =>
    expect(
      messagesDialect.encodeError(new EngineError('previous-not-found', 'Gone.'), 'req_1').body['error'],
    ).toMatchObject({
      details: { error_code: 'thread_not_found' },
    }));
});
