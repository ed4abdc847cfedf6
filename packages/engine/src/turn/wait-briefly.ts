import { pause } from '../concurrency/pause.js';
import type { Waits } from '../ports/run-context.js';
import { pauseWhileBusy } from './pause-while-busy.js';

/** As long as a request waits in the line of a model before it begins, unless that is set otherwise. */
const maxWaitMs = 60_000;

/** Waits for a model that is busy in the midst of an answer that somebody reads: so long in all, and no longer than it is read. */
export function waitBriefly(signal: AbortSignal): Waits {
  let remaining = maxWaitMs;
  return async (busy, tries) => {
    const ms = pauseWhileBusy(busy, tries);
    if (ms === undefined || ms > remaining) return false;
    remaining -= ms;
    await pause(ms, signal);
    return !signal.aborted;
  };
}
