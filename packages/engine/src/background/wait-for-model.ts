import type { EngineError } from '../errors/engine-error.js';
import type { JobRun } from './job-run.js';
import { pauseWhileBusy } from '../turn/pause-while-busy.js';

/** Interval between checks for a waiting owner or fair-queue key that has received less work, in milliseconds. */
const pollIntervalMs = 5_000;

/** What of a run is needed to wait in it. */
export type WaitingRun = Pick<JobRun, 'suspend' | 'signal' | 'stopReason' | 'hasFairerWaiters' | 'markYielded'>;

/** Time limit of the wait, and the phase of the response. */
export interface WaitLimits {
  readonly maxWaitMs: number;
  /** A client has seen part of the response, so the job can no longer be released. */
  readonly started: boolean;
}

/**
 * Waits for a busy model. Returns false when waiting cannot help, and when the job must be released: because the
 * process shuts down, or for an owner or fair-queue key that has received less work. Neither counts as an attempt. A
 * cancellation ends the wait; the next attempt reports it.
 */
export async function waitForModel(
  run: WaitingRun,
  failure: EngineError,
  attempts: number,
  { maxWaitMs, started }: WaitLimits,
): Promise<boolean> {
  const ms = pauseWhileBusy(failure, attempts);
  if (ms === undefined || ms > maxWaitMs) return false;
  const until = performance.now() + ms;
  for (let remaining = ms; remaining > 0 && !run.signal.aborted; remaining = until - performance.now()) {
    await run.suspend(Math.min(remaining, pollIntervalMs));
    if (started || run.signal.aborted || !(await run.hasFairerWaiters().catch(() => false))) continue;
    run.markYielded();
    return false;
  }
  if (run.stopReason === 'stopping' && !started) run.markYielded();
  return run.stopReason === undefined || run.stopReason === 'cancelled';
}
