import { toEngineError, type EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { JobRun } from './job-run.js';
import { pauseWhileBusy } from './pause-while-busy.js';

/** Between two looks whether an owner or a lane waits that has less of the work, in milliseconds. */
const lookMs = 5_000;

/** Whether the turn is to be begun again after failure number `tries`. */
export type Waits = (failure: EngineError, tries: number) => Promise<boolean>;

/** The events of a turn that is begun anew as long as `waits` says so and nothing of it was seen. */
export async function* beginUntilFree(begin: () => AsyncIterable<GenerationEvent>, waits: Waits): AsyncGenerator<GenerationEvent, void, void> {
  for (let tries = 1; ; tries += 1) {
    let seen = false;
    try {
      for await (const event of begin()) {
        seen = true;
        yield event;
      }
      return;
    } catch (thrown) {
      if (seen || !(await waits(toEngineError(thrown), tries))) throw thrown;
    }
  }
}

/**
 * Waits out a model that is busy, for at most `mostMs`. False when that mends nothing, and when the job is to be given back: because the
 * process ends, or for an owner or a lane that has less of the work. Neither counts as an attempt. A cancel ends the wait; the next try says so.
 */
export async function waitForModel(run: JobRun, failure: EngineError, tries: number, mostMs: number): Promise<boolean> {
  const ms = pauseWhileBusy(failure, tries);
  if (ms === undefined || ms > mostMs || run.signal.aborted) return false;
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && !run.signal.aborted; left = until - performance.now()) {
    await run.rest(Math.min(left, lookMs));
    if (run.signal.aborted || !(await run.othersWait().catch(() => false))) continue;
    run.giveWay();
    return false;
  }
  if (run.stopReason === 'stopping') run.giveWay();
  return run.stopReason === undefined || run.stopReason === 'cancelled';
}
