import type { TurnEvent, TurnEventLog } from '../ports/turn-event-log.js';

const pageSize = 1_000;

/** All events that a turn has by now. Missing when the turn is. */
export async function readTurnLog(log: Pick<TurnEventLog, 'readEvents'>, owner: string, turnId: string): Promise<readonly TurnEvent[] | undefined> {
  const events: TurnEvent[] = [];
  for (;;) {
    const page = await log.readEvents(owner, turnId, events.length - 1, pageSize);
    if (page === undefined) return undefined;
    events.push(...page.events);
    if (page.events.length < pageSize) return events;
  }
}
