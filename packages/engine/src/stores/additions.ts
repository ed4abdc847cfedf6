import type { TurnAddition } from '../ports/store.js';

/** Whether the turn is all that is written. */
export function addsNothing({ events = [], jobRequest, lease, conversation }: TurnAddition): boolean {
  return events.length === 0 && jobRequest === undefined && lease === undefined && conversation === undefined;
}
