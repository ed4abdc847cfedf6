// A preload of the service (`--import`): appends to LOOP_GAP_FILE when the event loop could not run, and the CPU time that
// its thread used in it, which other processes do not change.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 5;
/** Shorter gaps are not reported. */
const minGapMs = 20;
const file = process.env.LOOP_GAP_FILE;

if (file !== undefined && isMainThread) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    const gap = now - last;
    last = now;
    if (gap >= minGapMs) appendFileSync(file, `${Date.now()} ${Math.round(gap)}\n`);
  }, intervalMs).unref();
}
