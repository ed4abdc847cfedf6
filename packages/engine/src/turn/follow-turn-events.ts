import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { TurnEvent, TurnEventLog } from '../ports/turn-event-log.js';
import { isTerminal } from '../ports/turn-status.js';
import { Notifier } from './conversation-locks/notifier.js';

/** Maximum number of events per read. */
const pageSize = 256;

/** Maximum sleep of a follower in case a wake-up is lost, in milliseconds. */
const maxSleepMs = 5_000;

export interface FollowOptions {
  readonly owner: string;
  readonly turnId: string;
  /** Number of the last event that is known already; -1 for none. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/**
 * Yields the events of a turn after a given one: stored events first, then new ones until the turn has ended. Throws
 * `not-found` when the turn does not exist or is deleted during the read, `cancelled` when `signal` aborts.
 */
export async function* followTurnEvents(
  log: TurnEventLog,
  { owner, turnId, after, signal }: FollowOptions,
): AsyncGenerator<TurnEvent, void, void> {
  const notifier = new Notifier();
  const unwatch = await log.watchTurn(owner, turnId, () => notifier.ring());
  const ring = (): void => notifier.ring();
  signal.addEventListener('abort', ring);
  try {
    let last = after;
    for (;;) {
      if (signal.aborted) throw cancelled();
      const page = await log.readEvents(owner, turnId, last, pageSize);
      if (page === undefined)
        throw new EngineError('not-found', `The response '${turnId.slice(0, 100)}' was not found.`);
      for (const event of page.events) {
        yield event;
        last = event.seq;
      }
      if (page.events.length === pageSize || page.more === true) {
        // A fast reader would block the event loop until the end of a long log.
        await new Promise<void>((resolve) => setImmediate(resolve));
        continue;
      }
      if (isTerminal(page.status)) return;
      await notifier.wait(maxSleepMs);
    }
  } finally {
    signal.removeEventListener('abort', ring);
    unwatch();
  }
}
