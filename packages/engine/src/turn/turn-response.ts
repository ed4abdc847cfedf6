import type { GenerationEnd } from '../model/generation-event.js';
import type { GenerationResult } from '../model/generation-result.js';
import type { RequestPaths } from '../model/request-paths.js';
import type { CompletedAttempt } from '../ports/idempotency-store.js';
import type { TakeSnapshot } from './turn-request.js';

/** The outcome of a response. */
export interface EndedResponse {
  readonly end: GenerationEnd;
  readonly result: GenerationResult;
}

/**
 * Persists the turn by `write`, once and atomically with the response to its client: a process that crashes stores both
 * or neither.
 */
export type PersistResponse = (
  ended: EndedResponse,
  write: (completedAttempt?: CompletedAttempt) => Promise<void>,
) => Promise<void>;

/**
 * The response that a turn produces: its id, its times, its encoding for the store, and its names for the request
 * fields.
 */
export interface TurnResponse {
  /** Id of the message or response, as the client sees it. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Expiry in Unix milliseconds. Absent: stored until deleted. */
  readonly expiresAt?: number;
  readonly takeSnapshot: TakeSnapshot;
  /** Absent: errors and warnings name no dialect-specific path of the request. */
  readonly requestPaths?: RequestPaths;
  /** Absent: the response is not stored for repeated requests. */
  readonly persist?: PersistResponse;
}
