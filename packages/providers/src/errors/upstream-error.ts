import { EngineError, readRetryAfter, retryAfterIn, isObject, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { clientFault } from './client-fault.js';
import { errorTextOf } from './error-text-of.js';
import { contextOverflow } from './context-overflow.js';
import { upstreamErrorText } from './upstream-error-text.js';
import { namedFields } from './rejected-field-patterns.js';
import { readRetryDelay } from './read-retry-delay.js';
import { detailsOf, parseBody, type ErrorEventCause, type ErrorResponseCause } from './received-error.js';
import { UnknownUpstreamModel } from './unknown-upstream-model.js';

/** Maps an HTTP response other than 200 to an EngineError. The upstream's text goes only into `cause`. */
export function mapUpstreamError(response: ErrorResponseCause): EngineError {
  const { status, body, headers = {} } = response;
  return toError(status, parseBody(body), readRetryAfter(retryAfterIn(headers)), response);
}

/**
 * Maps a failure within a response that started with 200; `status` is the one that a rejection for the same reason
 * would have.
 */
export function failureToError(impliedStatus: number, details: ApiPayload, event: ApiPayload): EngineError {
  const cause: ErrorEventCause = { impliedStatus, details, event };
  return toError(impliedStatus, details, undefined, cause);
}

/** The error object of a chunk inside a stream that began with 200, or `undefined` when the chunk is none. */
export function errorInChunk(chunk: ApiPayload): EngineError | undefined {
  const error = chunk['error'] ?? asObject(chunk['x_groq'])?.['error'];
  if (
    !reportsError(error) &&
    chunk['object'] !== 'error' &&
    chunk['type'] !== 'error' &&
    (chunk['choices'] !== undefined || !isErrorChunk(chunk))
  )
    return undefined;
  const details = asObject(error) ?? (typeof error === 'string' ? { ...chunk, message: error } : chunk);
  return failureToError(statusIn(details), details, chunk);
}

/** Some servers send the member empty in every chunk. */
function reportsError(error: unknown): boolean {
  if (isObject(error)) return Object.keys(error).length > 0;
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** Whether a chunk without content has a server's own error form: a message and a code, or a detail. */
function isErrorChunk(chunk: ApiPayload): boolean {
  const message = asText(chunk['message']) ?? asText(chunk['error_msg']);
  return (
    asText(chunk['detail']) !== undefined ||
    (message !== undefined && codes.some((name) => chunk[name] !== undefined && chunk[name] !== null))
  );
}

const codes = ['code', 'status', 'status_code', 'error_code', 'type'];

/** Returns the status that a rejection for the same reason would have: from a number or a common error type. */
function statusIn(details: ApiPayload): number {
  const reported = codes.map((name) => details[name]);
  const number = reported.map(Number).find((code) => code >= 400 && code < 600);
  if (number !== undefined) return number;
  for (const code of reported) {
    if (typeof code !== 'string') continue;
    if (/rate_?limit|too_?many|exhausted|throttl|insufficient_quota/i.test(code)) return 429;
    if (/overloaded|unavailable|slow_down/i.test(code)) return 503;
  }
  return 500;
}

/**
 * Marks a rejection of the client's request as the client's error to fix. The upstream's name of a field is the
 * client's only in the same dialect.
 */
export function toClientError({ cause }: EngineError, sameDialect: boolean): EngineError {
  const param = sameDialect ? (fieldIn(detailsOf(cause)) ?? onlyMemberIn(upstreamErrorText({ cause }))) : undefined;
  const message =
    param === undefined
      ? 'The upstream rejected the request as invalid.'
      : `${param}: the upstream rejected this field.`;
  return new EngineError('invalid-request', message, { cause, ...(param !== undefined && { param }) });
}

/**
 * Reads a path of member names at the start of the upstream's field name or of its message. Numbers end it, because
 * our indices precede the client's own messages.
 */
function fieldIn(details: ApiPayload): string | undefined {
  const named = asText(details['param']) ?? /^([a-z_][\w.]*): /.exec(asText(details['message']) ?? '')?.[1] ?? '';
  return /^[a-z_]{1,40}(?:\.[a-z_]{1,40}){0,4}(?=$|[.[]\d)/.exec(named)?.[0];
}

/** Returns the only member that an error names in one of the known patterns. */
function onlyMemberIn(text: string): string | undefined {
  const [name, ...others] = new Set(namedFields(text));
  return name !== undefined && others.length === 0 && /^[a-z_]{1,40}$/.test(name) ? name : undefined;
}

function toError(
  status: number,
  details: ApiPayload,
  reported: number | undefined,
  cause: ErrorResponseCause | ErrorEventCause,
): EngineError {
  const retryAfter = reported ?? readRetryDelay(details);
  const after = retryAfter === undefined ? {} : { retryAfter };
  const overflow =
    status === 400 || status === 413 || status === 422 || status === 500 ? contextOverflow(details, cause) : undefined;
  if (overflow !== undefined) return overflow;
  if (madeByModel.has(details['code']) || callsUnread.test(errorTextOf(details)))
    return new EngineError('upstream-failed', 'The model generated output that its server cannot read.', {
      cause,
      byModel: true,
    });
  const fault = clientFault(details, cause);
  if (fault !== undefined)
    return status === 413 && fault.code === 'invalid-request'
      ? new EngineError('too-large', fault.message, { cause, param: fault.param })
      : fault;
  if (status >= 300 && status < 400)
    return new EngineError(
      'upstream-failed',
      'The upstream responded with a redirect, which the service does not follow.',
      {
        cause,
      },
    );
  switch (effectiveStatus(status, details)) {
    case 413:
      return new EngineError('too-large', 'The upstream rejected the request as too large.', { cause });
    case 400:
    case 422:
      return new EngineError(
        'upstream-rejected',
        'The upstream rejected the request. The log has its status under the request id.',
        { cause },
      );
    case 401:
    case 403:
      return new EngineError('upstream-failed', "The upstream rejected the service's own credentials.", {
        cause,
        retryable: false,
      });
    case 404:
      return new UnknownUpstreamModel(
        'The upstream does not know the model or the URL that is configured for it.',
        cause,
      );
    case 402:
    case 429:
      // Time alone does not fill an account.
      if (status !== 429 || isQuotaExhausted(details))
        return new EngineError('rate-limited', "The quota of the service's own account at the upstream is exhausted.", {
          cause,
          retryable: false,
          ...after,
        });
      return new EngineError('rate-limited', 'The upstream limits the request rate; retry later.', { cause, ...after });
    case 503:
    case 529:
      return new EngineError('overloaded', 'The upstream is overloaded.', { cause, ...after });
    default:
      return new EngineError('upstream-failed', 'The upstream failed.', { cause, ...after });
  }
}

/** Groq rejects a request because its model's output is not a valid tool call or not of the required form. */
const madeByModel: ReadonlySet<unknown> = new Set(['tool_use_failed', 'json_validate_failed']);

/** Error pattern of `transformers serve` for a call of its model that is invalid JSON. */
const callsUnread = /^json(?: parser could not parse region as JSON|: could not parse after dialect)/;

/** Error pattern of Anthropic, OpenAI, DeepSeek and LiteLLM for the service's own account. */
const exhaustedAccount =
  /credit balance is too low|insufficient balance|budget has been exceeded|reached your specified (?:\w+ )?api usage limits|billing hard limit has been reached/i;

/** Corrects the status of servers that report a fault of the service's account or model as an invalid request. */
export function effectiveStatus(status: number, details: ApiPayload): number {
  if (status !== 400) return status;
  const text = errorTextOf(details);
  if (details['code'] === 'insufficient_quota' || exhaustedAccount.test(text)) return 402;
  if (/api key not valid|(?:incorrect|invalid) api key|organization has been disabled/i.test(text)) return 401;
  return details['code'] === 'model_not_found' || missingModel.test(text) ? 404 : 400;
}

/** Error pattern of LiteLLM, the llama.cpp router and `transformers serve`. */
const missingModel =
  /invalid model name passed in|^model (?:'[^'\n]{1,300}' not found|is not (?:loaded|found))$|^server is pinned to '/im;

function isQuotaExhausted({ code, type }: ApiPayload): boolean {
  return code === 'insufficient_quota' || type === 'insufficient_quota';
}
