/** Number of consecutive unanswered probes after which a backend counts as unresponsive: a busy backend may lose one. */
const maxUnansweredProbes = 2;

/**
 * Probes a backend with a pending request every `everyMs` milliseconds and calls `onSilent` once when it does not
 * respond. Reading a prompt may take minutes, but a probe takes no time. Returns a function that stops the watch.
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
