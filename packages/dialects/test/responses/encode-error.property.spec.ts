// Every engine error maps to an API error, and the official SDK throws the class of its status.
import { EngineError, errorCodes } from '@org/engine';
import {
  errorBodySchema,
  errorKinds,
  findErrorKind,
  findFailureStatus,
  responseErrorCodes,
} from '@org/protocol/responses';
import OpenAI, { APIError } from 'openai';
import { encodeFailure, errorTable } from '#src/responses/encode/encode-error.js';
import { responsesDialect } from '#src/responses.js';

/** No client sees status 499, because the client has disconnected. */
const seen = errorCodes.filter((code) => code !== 'cancelled');

/** The class that the official SDK raises for a status. */
function sdkErrorClassOf(status: number): string {
  if (status >= 500) return 'InternalServerError';
  const names: Readonly<Record<number, string>> = {
    400: 'BadRequestError',
    401: 'AuthenticationError',
    403: 'PermissionDeniedError',
    404: 'NotFoundError',
    409: 'ConflictError',
    429: 'RateLimitError',
  };
  return names[status] ?? 'APIError';
}

describe('an engine error in the API', () => {
  it.each(errorCodes)('has a status, a body that fits the schema and a code for a failed response: %s', (code) => {
    const encoded = responsesDialect.encodeError(new EngineError(code, 'It failed.'), 'req_1');
    expect(encoded.status).toBe(errorTable[code].status);
    expect(errorBodySchema.parse(encoded.body).error.message).toBe('It failed.');
    const { code: failure } = encodeFailure(new EngineError(code, 'It failed.'));
    // The API sends this code although the official types leave it out.
    expect(code === 'context-overflow' ? ['context_length_exceeded'] : responseErrorCodes).toContain(failure);
  });

  it.each(seen)('is one of the protocol’s error types, and becomes its SDK class: %s', async (code) => {
    const encoded = responsesDialect.encodeError(new EngineError(code, 'It failed.'), 'req_1');
    const row = errorTable[code];
    const kind = findErrorKind(row.status, row.code);
    expect(kind).toMatchObject({ status: row.status, type: row.type, code: row.code });
    const client = new OpenAI({
      apiKey: 'none',
      maxRetries: 0,
      fetch: () => Promise.resolve(Response.json(encoded.body, { status: encoded.status, headers: encoded.headers })),
    });
    const thrown: unknown = await client.responses.create({ model: 'm', input: 'q' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toHaveProperty('constructor.name', sdkErrorClassOf(row.status));
    expect(thrown).toMatchObject({ status: row.status, code: row.code, type: row.type });
  });

  it('names the field, and the finer code when the error brings one', () => {
    const error = new EngineError('invalid-request', 'No.', { param: 'input.0', detail: 'invalid_value' });
    expect(responsesDialect.encodeError(error, 'r').body).toEqual({
      error: { message: 'No.', type: 'invalid_request_error', param: 'input.0', code: 'invalid_value' },
    });
  });

  it.each([
    ['previous-not-found', 400, 'previous_response_not_found', 'previous_response_id'],
    ['context-overflow', 400, 'context_length_exceeded', 'input'],
    ['unknown-model', 404, 'model_not_found', 'model'],
  ] as const)('has the code and field that clients act on: %s', (code, status, apiCode, param) => {
    const encoded = responsesDialect.encodeError(new EngineError(code, 'No.'), 'r');
    expect(encoded.status).toBe(status);
    expect(encoded.body).toMatchObject({ error: { code: apiCode, param } });
  });

  it('reports when to retry, and when not to', () => {
    expect(
      responsesDialect.encodeError(new EngineError('rate-limited', 'Slow.', { retryAfter: 2.2 }), 'r').headers,
    ).toEqual({ 'retry-after': '3' });
    expect(responsesDialect.encodeError(new EngineError('conflict', 'No.'), 'r').headers).toEqual({
      'x-should-retry': 'false',
    });
    // An aborted upstream has sent nothing: the status alone informs clients that they may retry.
    expect(responsesDialect.encodeError(new EngineError('upstream-failed', 'It broke off.'), 'r').headers).toEqual({});
  });

  it('has codes that a client reads as the same status in the middle of a response', () => {
    const rows = Object.values(errorTable).filter(
      ({ code }) => code !== null && code !== 'server_error' && code !== 'cancelled',
    );
    expect(rows.map(({ code }) => [code, findFailureStatus(String(code))])).toEqual(
      rows.map(({ code, status }) => [code, status]),
    );
  });

  it('covers every error type of the protocol except those that only the API itself sends', () => {
    const reached = new Set(Object.values(errorTable).map((row) => `${row.status} ${String(row.code)}`));
    const unreached = errorKinds
      .map((kind) => `${kind.status} ${String(kind.code)}`)
      .filter((kind) => !reached.has(kind));
    expect(unreached).toEqual(['408 request_timeout', '422 unprocessable']);
  });
});
