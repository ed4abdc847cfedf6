import type { CompletedAttempt } from '@org/engine';
import type { RequestContext } from './request-context.js';
import { buildJsonResponse } from './build-json-response.js';

/**
 * Writes the resource of `response`, in one step with it where the request may be repeated. Warnings about the
 * request are recorded before.
 */
export async function writeWithResponse<Result>(
  { idempotentWrite, log }: Pick<RequestContext, 'idempotentWrite' | 'log'>,
  response: object,
  write: (completedAttempt?: CompletedAttempt) => Promise<Result>,
): Promise<Result> {
  const recording = idempotentWrite?.recording;
  if (recording === undefined) return await write();
  return await recording.finishWith(await buildJsonResponse(response, log.warnings ?? []), write);
}
