import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times longer everything takes because others use the machine, too: what waits to run for each processor, 1 at
 * least. Limits in milliseconds are granted that many times.
 */
export function busyness() {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
