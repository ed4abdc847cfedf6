import type { Lease } from './job-store.js';
import type { TurnStatus } from './turn-status.js';

/** An event of a streamed response, sent or pending. */
export interface TurnEvent {
  /** 0, 1, 2 ... without a gap. */
  readonly seq: number;
  /** The API event as JSON text. Returned byte for byte. */
  readonly data: string;
}

/** Consecutive events of a log. */
export interface TurnEventPage {
  /** The turn's status, read before the events: once it is terminal, no event is missing. */
  readonly status: TurnStatus;
  readonly events: readonly TurnEvent[];
  /** The page is full of bytes before it has as many events as were asked for: there may be more of them. */
  readonly more?: true;
}

/**
 * Maximum bytes of events in a page, except for its last event: each may be a complete response, and decrypting a
 * page blocks the event loop.
 */
export const fullPageBytes = 1024 * 1024;

/** Ends a watch. May be called twice. */
export type Unwatch = () => void;

/** The events of resumable turns, stored and deleted with the turn. */
export interface TurnEventLog {
  /**
   * Appends events to a turn that has not ended; the first continues the log. False when the turn is missing or has
   * ended, or when the given lease is lost. Throws `conflict` when the numbers leave a gap or were used.
   */
  appendEvents(
    owner: string,
    turnId: string,
    events: readonly TurnEvent[],
    lease?: Pick<Lease, 'attempt'>,
  ): Promise<boolean>;
  /**
   * Reads at most `limit` events with a number above `after`, up to the event that reaches `fullPageBytes`; -1 reads
   * from the start.
   */
  readEvents(owner: string, turnId: string, after: number, limit: number): Promise<TurnEventPage | undefined>;
  /**
   * Calls `wake` after events were added, the turn was written, its cancellation was asked for, or it was deleted, by
   * any replica. May call without a reason; may take a second when another process wrote.
   */
  watchTurn(owner: string, turnId: string, wake: () => void): Promise<Unwatch>;
}
