// Converts everything thrown during a request to an EngineError.
import { HttpException } from '@nestjs/common';
import { EngineError, type ErrorCode, toEngineError } from '@org/engine';

/** Errors of the router and the framework by status. Their own messages are replaced. */
const frameworkErrors: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['invalid-request', 'The request is malformed.'],
  404: ['not-found', 'This path does not exist.'],
  405: ['method-not-allowed', 'This path does not support this method.'],
  408: ['timed-out', 'The request did not arrive in time.'],
  413: ['too-large', 'The body is larger than this path allows.'],
  414: ['invalid-request', 'The URL is too long.'],
  415: ['unsupported-media-type', 'content-type: must be application/json in UTF-8.'],
  431: ['invalid-request', 'The headers are too large.'],
  503: ['overloaded', 'The service is shutting down.'],
};

export function toServiceError(thrown: unknown): EngineError {
  const status = statusOf(thrown);
  const refusal = status === undefined ? undefined : frameworkErrors[status];
  if (refusal !== undefined) return new EngineError(refusal[0], refusal[1], { cause: thrown });
  if (status !== undefined && status >= 400 && status < 500)
    return new EngineError('invalid-request', 'The request is malformed.', { cause: thrown });
  return toEngineError(thrown);
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof EngineError) return undefined;
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return undefined;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
}
