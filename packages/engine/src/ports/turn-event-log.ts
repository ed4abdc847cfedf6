import type { Lease } from './job-store.js';
import type { TurnStatus } from './turn-status.js';

/** An event of a streamed answer, as it was or will be delivered. */
export interface TurnEvent {
  /** 0, 1, 2 ... without a gap. */
  readonly seq: number;
  /** The wire event as JSON text. Given back to the byte. */
  readonly data: string;
}

export interface TurnEventPage {
  /** The turn's status, read before the events: once it is terminal, no event is missing. */
  readonly status: TurnStatus;
  readonly events: readonly TurnEvent[];
  /** The page is full of bytes before it has as many events as were asked for: there may be more of them. */
  readonly more?: true;
}

/** Most bytes of events in a page, but for the last of them: each may be a whole answer, and nobody gets in between while a page is opened. */
export const fullPageBytes = 1024 * 1024;

/** Ends a watch. May be called twice. */
export type Unwatch = () => void;

/** The events of turns that can be resumed: kept with the turn, deleted with it. */
export interface TurnEventLog {
  /**
   * Adds events to a turn that has not ended; the first continues the log. False when the turn is missing or has ended, or when
   * a lease is given that is lost. Throws `conflict` when the numbers leave a gap or were used.
   */
  appendEvents(
    owner: string,
    turnId: string,
    events: readonly TurnEvent[],
    lease?: Pick<Lease, 'attempt'>,
  ): Promise<boolean>;
  /** At most `limit` events with a number above `after`, up to the one with which they have `fullPageBytes`; -1 reads from the beginning. */
  readEvents(owner: string, turnId: string, after: number, limit: number): Promise<TurnEventPage | undefined>;
  /**
   * Calls `wake` after events were added, the turn was written, its cancellation was asked for, or it was deleted, by
   * whichever replica. May call without a reason; may take a second when another process wrote.
   */
  watchTurn(owner: string, turnId: string, wake: () => void): Promise<Unwatch>;
}
