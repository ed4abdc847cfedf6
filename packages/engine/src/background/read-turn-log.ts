import { setImmediate as othersTurn } from 'node:timers/promises';
import type { TurnEvent, TurnEventLog } from '../ports/turn-event-log.js';

type Log = Pick<TurnEventLog, 'readEvents'>;

/** Events per read, because opening a page blocks the event loop. */
const eventsAPage = 256;
/** Page size where each event may be a complete response. */
const responsesPerPage = 64;

/** All events that a turn has by now. Missing when the turn is. */
export async function readTurnLog(log: Log, owner: string, turnId: string): Promise<readonly TurnEvent[] | undefined> {
  const events: TurnEvent[] = [];
  const count = await visitTurnLog(log, owner, turnId, (event) => void events.push(event), { pageSize: eventsAPage });
  return count === undefined ? undefined : events;
}

/** How a log is read. */
interface Reading {
  /** Events per page. Default: few, since each may be a complete response. */
  readonly pageSize?: number;
  /** Number of the first event to visit. Default: 0. */
  readonly first?: number;
}

/**
 * Visits the events that a turn has so far, in order, without holding them in memory. Returns the number of the next
 * event, or nothing when the turn is missing.
 */
export async function visitTurnLog(
  log: Log,
  owner: string,
  turnId: string,
  visit: (event: TurnEvent) => void,
  { pageSize = responsesPerPage, first = 0 }: Reading = {},
): Promise<number | undefined> {
  for (let next = first; ; await othersTurn()) {
    const page = await log.readEvents(owner, turnId, next - 1, pageSize);
    if (page === undefined) return undefined;
    page.events.forEach(visit);
    next += page.events.length;
    if (page.events.length < pageSize && page.more !== true) return next;
  }
}

/**
 * The last event of a turn with at most `maxEvents` events, found without reading the others, since the numbers have
 * no gaps. Returns nothing when there is none.
 */
export async function readLastEvent(
  log: Log,
  owner: string,
  turnId: string,
  maxEvents: number,
): Promise<TurnEvent | undefined> {
  let last: TurnEvent | undefined;
  for (let [low, high] = [0, maxEvents]; low < high;) {
    const middle = Math.floor((low + high) / 2);
    const event = (await log.readEvents(owner, turnId, middle - 1, 1))?.events[0];
    if (event === undefined) high = middle;
    else [last, low] = [event, middle + 1];
  }
  return last;
}
