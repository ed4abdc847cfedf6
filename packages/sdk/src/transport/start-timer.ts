/** What a timer can hold; it would take a longer time for 1 ms. */
const maxTimerMs = 2 ** 31 - 1;

/** Calls `over` after `milliseconds`, and gives what stops that. A time beyond what a timer holds (24 days), such as `Infinity`, is never over. */
export function startTimer(milliseconds: number, over: () => void): () => void {
  if (milliseconds > maxTimerMs) return () => undefined;
  const timer = setTimeout(over, milliseconds);
  return () => clearTimeout(timer);
}
