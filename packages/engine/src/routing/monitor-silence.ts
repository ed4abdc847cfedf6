/** Number of consecutive unanswered probes after which a backend counts as unresponsive: a busy backend may lose one. */
const maxUnansweredProbes = 2;

/**
 * Probes a backend with a pending request every `probeIntervalMs` milliseconds and calls `onSilent` once when it does not
 * respond. Reading a prompt may take minutes, but a probe takes no time. Returns a function that stops the watch.
 */
export function monitorSilence(
  isResponsive: () => Promise<boolean>,
  probeIntervalMs: number,
  onSilent: () => void,
): () => void {
  let unansweredProbes = 0;
  let over = false;
  const probe = async (): Promise<void> => {
    unansweredProbes = (await isResponsive()) ? 0 : unansweredProbes + 1;
    if (over) return;
    if (unansweredProbes < maxUnansweredProbes) timer = setTimeout(() => void probe(), probeIntervalMs);
    else onSilent();
  };
  let timer = setTimeout(() => void probe(), probeIntervalMs);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
