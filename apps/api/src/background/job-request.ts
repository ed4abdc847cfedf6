// The stored request of deferred work. Any replica that claims it reads it, also one of the next version.
import { isObject, type JsonObject } from '@org/engine';
import { readOrigin, writeOrigin, type JobOrigin } from '../jobs/job-origin.js';
import { readBatchJob, type BatchJobRequest } from '../batches/batch-job-request.js';

/** A response to make in the background. */
export interface ResponseJobRequest {
  readonly kind: 'response';
  /** The request as it came. */
  readonly body: JsonObject;
  readonly betas: readonly string[];
  readonly origin?: JobOrigin | undefined;
}

export type JobRequest = ResponseJobRequest | BatchJobRequest;

export function writeJobRequest({ kind, body, betas, origin }: ResponseJobRequest): JsonObject {
  return { kind, body, betas, ...writeOrigin(origin) };
}

/** A job that a replica of another version made. */
export class UnknownJobError extends TypeError {}

/** Throws `UnknownJobError` for a kind that this version does not know: a replica that knows it will get the job next. */
export function readJobRequest(stored: JsonObject): JobRequest {
  const batch = readBatchJob(stored);
  if (batch !== undefined) return batch;
  const { kind, body, betas } = stored;
  if (kind !== 'response' || !isObject(body))
    throw new UnknownJobError('This version does not support the kind of this job.');
  return {
    kind,
    body,
    betas: Array.isArray(betas) ? betas.filter((beta) => typeof beta === 'string') : [],
    ...readOrigin(stored),
  };
}
