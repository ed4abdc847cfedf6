import type { TurnAddition } from '../ports/store.js';

/** Whether the turn is all that is written. */
export function addsNothing({ events = [], job, lease, conversation }: TurnAddition): boolean {
  return events.length === 0 && job === undefined && lease === undefined && conversation === undefined;
}
