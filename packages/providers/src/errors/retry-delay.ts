import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled } from '@org/engine';
import type { UpstreamCallFailure } from '../transport/upstream-call.js';

/** Maximum `retry-after`, in seconds, that the service waits itself instead of returning it to the client. */
const maxDelaySeconds = 2;
/** Milliseconds before a request goes out again over a new connection. */
const reconnectDelay = 50;

/** Milliseconds after which the request that failed may be sent again, or `undefined` when it must not be. */
export function retryDelay({ kind, error: { code, retryAfter, retryable } }: UpstreamCallFailure): number | undefined {
  if (retryable === false) return undefined;
  if (kind === 'connection' || kind === 'stale') return reconnectDelay;
  const isBusy = kind === 'rejected' && (code === 'overloaded' || code === 'rate-limited');
  return isBusy && retryAfter !== undefined && retryAfter <= maxDelaySeconds ? retryAfter * 1000 : undefined;
}

/** Waits before the next attempt. Throws `cancelled` when the signal aborts first. */
export async function pauseBeforeRetry(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (cause) {
    throw cancelled(cause);
  }
}
