/** Maximum timer delay; a timer treats a longer one as 1 ms. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls `over` after `milliseconds` and returns a function that cancels it. A delay beyond the timer limit (24 days),
 * such as `Infinity`, never expires.
 */
export function startTimer(milliseconds: number, over: () => void): () => void {
  if (milliseconds > maxTimerMs) return () => undefined;
  const timer = setTimeout(over, milliseconds);
  return () => clearTimeout(timer);
}
