import { availableParallelism, loadavg } from 'node:os';

/**
 * The factor by which other load slows the machine down: runnable tasks per processor, at least 1. Limits in
 * milliseconds are multiplied by it.
 */
export function busyness() {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
