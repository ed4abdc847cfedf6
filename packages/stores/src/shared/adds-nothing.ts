import type { TurnAddition } from '@org/engine/storage';

/** Whether the write consists of the turn alone, regardless of an existing row. */
export function addsNothing({
  events = [],
  job,
  lease,
  conversation,
  completedAttempt,
  existing = false,
  maxStoredBytes,
}: TurnAddition): boolean {
  return (
    events.length === 0 &&
    job === undefined &&
    lease === undefined &&
    conversation === undefined &&
    completedAttempt === undefined &&
    !existing &&
    maxStoredBytes === undefined
  );
}
