import type { GenerationEnd } from '../model/generation-event.js';
import type { GenerationResult } from '../model/generation-result.js';
import type { RequestPaths } from '../model/request-paths.js';
import type { CompletedAttempt } from '../ports/idempotency-store.js';
import type { TakeSnapshot } from './turn-request.js';

/** How an answer ended. */
export interface EndedResponse {
  readonly end: GenerationEnd;
  readonly result: GenerationResult;
}

/** Has the turn written, by `write`, once and together with what its client is told: a process that dies leaves both behind or neither. */
export type PersistResponse = (
  ended: EndedResponse,
  write: (completedAttempt?: CompletedAttempt) => Promise<void>,
) => Promise<void>;

/** The answer that a turn works on: its name, its times, how its dialect encodes it for the store, and what it calls the fields of the request. */
export interface TurnResponse {
  /** Id of the message or response, as the client sees it. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. Absent: kept until deleted. */
  readonly expiresAt?: number;
  readonly takeSnapshot: TakeSnapshot;
  /** Absent: what is said of the request names no place in it that only its dialect knows. */
  readonly requestPaths?: RequestPaths;
  /** Absent: nobody is given the answer again who sends its request again. */
  readonly persist?: PersistResponse;
}
