import type { ApiError, ConnectionError } from '../api-error.js';
import { deriveSignal } from './derive-signal.js';
import { pause } from './pause.js';
import { mayRetry, retryDelay } from './retry.js';

/** What became of a request that was sent once. */
export type Outcome<Value> =
  | { readonly type: 'succeeded'; readonly value: Value }
  | { readonly type: 'rejected'; readonly error: ApiError }
  /** Another server responds at this URL, and a retry would not change that. */
  | { readonly type: 'redirected'; readonly error: ConnectionError }
  /** `started`: the service had already worked on it for a long time, or its response was lost in transit. */
  | { readonly type: 'lost'; readonly error: ConnectionError; readonly started: boolean };

/** A request that is about to be sent again. */
export interface Retry {
  /** What became of it this time. */
  readonly error: ApiError | ConnectionError;
  /** 1 for the first time that it is sent again. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly delayMs: number;
}

export interface Attempts {
  readonly maxRetries: number;
  /** Whether a started request may be retried. */
  readonly harmless: boolean;
  readonly signal: AbortSignal | undefined;
  /** What it throws is thrown. */
  readonly onRetry: (retry: Retry) => void;
}

/** Sends a request until it succeeds or may not be retried. Throws the last error, and any error of `attempt`. */
export async function sendWithRetries<Value>(
  attempt: () => Promise<Outcome<Value>>,
  { maxRetries, harmless, signal, onRetry }: Attempts,
): Promise<Value> {
  for (let attempts = 0; ; attempts += 1) {
    const outcome = await attempt();
    if (outcome.type === 'succeeded') return outcome.value;
    const { error } = outcome;
    if (outcome.type === 'redirected') throw error;
    const again =
      outcome.type === 'rejected'
        ? mayRetry(outcome.error.status, outcome.error.headers, Date.now())
        : harmless || !outcome.started;
    if (!again || attempts >= maxRetries) throw error;
    const headers = outcome.type === 'rejected' ? outcome.error.headers : undefined;
    const delayMs = retryDelay(attempts, headers, Date.now(), Math.random());
    onRetry({ error, attempt: attempts + 1, delayMs });
    await pause(delayMs, deriveSignal(signal));
  }
}
