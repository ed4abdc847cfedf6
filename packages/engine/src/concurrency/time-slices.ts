/** Work that waits for its next time slice, in the order in which it waits. */
const waiting: (() => void)[] = [];
let isScheduled = false;

/** Whether other work waits for a time slice. */
export function isTimeSliceWanted(): boolean {
  return waiting.length > 0;
}

/**
 * Resolves after the event loop has run. Of all work that waits, one continues in each turn of the loop: a hundred long
 * responses that end at the same time delay a short request by one time slice, not by a hundred.
 */
export function nextTimeSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(startNext);
}

function startNext(): void {
  isScheduled = false;
  waiting.shift()?.();
  if (waiting.length > 0) schedule();
}
