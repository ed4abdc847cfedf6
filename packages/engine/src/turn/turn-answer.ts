import type { TakeSnapshot } from './turn-request.js';

/** The answer that a turn works on: its name, its times, and how its dialect encodes it for the store. */
export interface TurnAnswer {
  /** Id of the message or response, as the client sees it. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. Absent: kept until deleted. */
  readonly expiresAt?: number;
  readonly takeSnapshot: TakeSnapshot;
}
