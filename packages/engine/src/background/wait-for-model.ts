import type { EngineError } from '../errors/engine-error.js';
import type { JobRun } from './job-run.js';
import { pauseWhileBusy } from '../turn/pause-while-busy.js';

/** Between two looks whether an owner or a lane waits that has less of the work, in milliseconds. */
const lookMs = 5_000;

/** What of a run is needed to wait in it. */
export type WaitingRun = Pick<JobRun, 'suspend' | 'signal' | 'stopReason' | 'othersWait' | 'markYielded'>;

/** How long is waited, and in which part of an answer. */
export interface WaitLimits {
  readonly maxWaitMs: number;
  /** Something of the answer was seen: the job cannot be given back any more. */
  readonly started: boolean;
}

/**
 * Waits out a model that is busy. False when that mends nothing, and when the job is to be given back: because the
 * process ends, or for an owner or a lane that has less of the work. Neither counts as an attempt. A cancel ends the wait; the next try says so.
 */
export async function waitForModel(
  run: WaitingRun,
  failure: EngineError,
  tries: number,
  { maxWaitMs, started }: WaitLimits,
): Promise<boolean> {
  const ms = pauseWhileBusy(failure, tries);
  if (ms === undefined || ms > maxWaitMs) return false;
  const until = performance.now() + ms;
  for (let remaining = ms; remaining > 0 && !run.signal.aborted; remaining = until - performance.now()) {
    await run.suspend(Math.min(remaining, lookMs));
    if (started || run.signal.aborted || !(await run.othersWait().catch(() => false))) continue;
    run.markYielded();
    return false;
  }
  if (run.stopReason === 'stopping' && !started) run.markYielded();
  return run.stopReason === undefined || run.stopReason === 'cancelled';
}
