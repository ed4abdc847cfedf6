import type { TurnAddition } from '../ports/store.js';

/** Whether the turn is all that is written, whatever stands in its place. */
export function addsNothing({
  events = [],
  job,
  lease,
  conversation,
  completedAttempt,
  existing = false,
}: TurnAddition): boolean {
  return (
    events.length === 0 &&
    job === undefined &&
    lease === undefined &&
    conversation === undefined &&
    completedAttempt === undefined &&
    !existing
  );
}
