/** Unanswered questions in a row after which a backend counts as silent: one may get lost when it has much to do. */
const maxUnansweredProbes = 2;

/**
 * Asks a backend that keeps a request waiting whether it is still there, every `everyMs` milliseconds; calls `onSilent` once
 * when it is not. A prompt may take minutes to read, a question takes no time. Returns what ends the watch.
 */
export function watchSilence(isResponsive: () => Promise<boolean>, everyMs: number, onSilent: () => void): () => void {
  let inVain = 0;
  let over = false;
  const look = async (): Promise<void> => {
    inVain = (await isResponsive()) ? 0 : inVain + 1;
    if (over) return;
    if (inVain < maxUnansweredProbes) timer = setTimeout(() => void look(), everyMs);
    else onSilent();
  };
  let timer = setTimeout(() => void look(), everyMs);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
