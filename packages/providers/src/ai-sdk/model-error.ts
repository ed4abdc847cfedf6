import { EngineError, asObject, isObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { errorInChunk, mapUpstreamError } from '../errors/upstream-error.js';
import { UnknownUpstreamModel } from '../errors/unknown-upstream-model.js';
import { codeOf } from './code-of.js';

/** A failure of a call, and whether it happened before any output. */
export interface CallFailure {
  readonly kind: 'connection' | 'rejected' | 'broken';
  readonly error: EngineError;
}

/** Carried by the errors of every copy of the AI SDK, where `instanceof` fails between two of them. */
const apiCallErrorMarker = Symbol.for('vercel.ai.error.AI_APICallError');

/**
 * Maps an error of a package to an `EngineError`. The upstream message goes into the cause, for the log; the package's own
 * message is dropped, because it may quote the request.
 */
export function readCallError(thrown: unknown): CallFailure {
  const own = causes(thrown).find((error) => error instanceof EngineError);
  if (own !== undefined) return { kind: 'rejected', error: own };
  if (isRejection(thrown)) return readApiCallError(thrown);
  return {
    kind: 'broken',
    error:
      readNamedError(thrown) ??
      new EngineError('upstream-failed', 'The package of the model failed.', { cause: traceOf(thrown) }),
  };
}

/** Maps an error within a stream: an error of the package, or the upstream's data in its place. */
export function readErrorPart(reported: unknown): EngineError {
  if (reported instanceof Error) return unreadEvent(reported) ?? readCallError(reported).error;
  const chunk = { error: typeof reported === 'string' ? { message: reported } : reported };
  return (
    errorInChunk(chunk) ?? new EngineError('upstream-failed', 'The upstream failed.', { cause: traceOf(reported) })
  );
}

/** Packages that validate every event report an error event only as unknown. */
function unreadEvent(error: Error): EngineError | undefined {
  return error.name === 'AI_TypeValidationError' && 'value' in error && isObject(error.value)
    ? errorInChunk(error.value)
    : undefined;
}

function readApiCallError(callError: ApiPayload): CallFailure {
  const status = callError['statusCode'];
  if (typeof status !== 'number') return { kind: 'connection', error: unreachable(callError) };
  if (status < 300)
    return {
      kind: 'broken',
      error: new EngineError('upstream-failed', 'The upstream sent a response that the service cannot read.', {
        cause: { status },
      }),
    };
  const body = asText(callError['responseBody']) ?? '';
  const headers = asObject(callError['responseHeaders']) ?? {};
  return { kind: 'rejected', error: mapUpstreamError({ status, body, headers }) };
}

function unreachable(callError: unknown): EngineError {
  const codes = causes(callError).map(codeOf);
  const cause = traceOf(callError);
  return codes.includes('UND_ERR_CONNECT_TIMEOUT')
    ? new EngineError('timed-out', 'The service could not reach the upstream in time.', { cause })
    : new EngineError('upstream-failed', 'The service could not reach the upstream.', { cause });
}

/** The errors that packages throw before or instead of a request. */
function readNamedError(thrown: unknown): EngineError | undefined {
  const cause = traceOf(thrown);
  switch (thrown instanceof Error ? thrown.name : undefined) {
    case 'AI_LoadAPIKeyError':
    case 'AI_LoadSettingError':
      return new EngineError('upstream-failed', 'The package of the model lacks a key or a setting.', {
        cause,
        retryable: false,
      });
    case 'AI_NoSuchModelError':
      return new UnknownUpstreamModel('The package does not know the model that is configured for it.', cause);
    case 'AI_UnsupportedFunctionalityError':
    case 'AI_InvalidPromptError':
    case 'AI_InvalidArgumentError':
      return new EngineError('unsupported', 'The package of the model does not support a part of this request.', {
        cause,
        retryable: false,
      });
    default:
      return undefined;
  }
}

function isRejection(thrown: unknown): thrown is ApiPayload {
  return isObject(thrown) && apiCallErrorMarker in thrown;
}

/** Returns an error and a few of its nested causes. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && chain.length < 8; at = at instanceof Error ? at.cause : undefined)
    chain.push(at);
  return chain;
}

/** Names and codes: enough to find the fault without any text of a request. */
function traceOf(thrown: unknown): unknown {
  return causes(thrown).map((error) => ({
    name: error instanceof Error ? error.name : typeof error,
    ...(codeOf(error) === undefined ? {} : { code: codeOf(error) }),
  }));
}
