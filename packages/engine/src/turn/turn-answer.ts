import type { ClientWords } from '../model/client-words.js';
import type { TakeSnapshot } from './turn-request.js';

/** The answer that a turn works on: its name, its times, how its dialect encodes it for the store, and what it calls the fields of the request. */
export interface TurnAnswer {
  /** Id of the message or response, as the client sees it. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. Absent: kept until deleted. */
  readonly expiresAt?: number;
  readonly takeSnapshot: TakeSnapshot;
  /** Absent: what is said of the request names no place in it that only its dialect knows. */
  readonly words?: ClientWords;
}
