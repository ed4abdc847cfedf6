import { ApiError, ConnectionError } from '../api-error.js';
import { deriveSignal } from './derive-signal.js';
import { pause } from './pause.js';
import { retryDelay } from './retry.js';

/** What `request` gives, also of a service that is away for up to `resumeMs`. Throws what `request` throws. */
export async function throughOutages<Value>(
  request: () => Promise<Value>,
  resumeMs: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const since = performance.now();
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await request();
    } catch (error) {
      const passing = error instanceof ConnectionError || isPassing(error);
      if (!passing || performance.now() - since >= resumeMs) throw error;
    }
    await pause(retryDelay(attempts, undefined, Date.now(), Math.random()), deriveSignal(signal));
  }
}

/** Whether the error is temporary, such as that of a service that shuts down. */
export function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
