import { pause } from '../concurrency/pause.js';
import type { ShouldRetry } from '../ports/run-context.js';
import { pauseWhileBusy } from './pause-while-busy.js';

/** Default maximum wait, equal to the default queue time of a request before it starts. */
const maxWaitMs = 60_000;

/** Waits for a busy model in the middle of a response: up to a total limit, while its client is connected. */
export function waitBriefly(signal: AbortSignal): ShouldRetry {
  let remaining = maxWaitMs;
  return async (busy, attempts) => {
    const ms = pauseWhileBusy(busy, attempts);
    if (ms === undefined || ms > remaining) return false;
    remaining -= ms;
    await pause(ms, signal);
    return !signal.aborted;
  };
}
