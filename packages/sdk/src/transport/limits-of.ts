import type { ClientOptions, RequestOptions } from '../client-options.js';
import { numberOption } from './number-option.js';

/** Timeouts and retries of one call. */
export interface Limits {
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly resumeMs: number;
}

const defaults: Limits = { maxRetries: 2, timeoutMs: 600_000, idleTimeoutMs: 60_000, resumeMs: 60_000 };

/** Those of the request, else of the client, else the defaults. Throws TypeError for what is no number: a timer takes it for 1 ms, and no count of retries reaches it. */
export function limitsOf(client: ClientOptions, request: RequestOptions = {}): Limits {
  const limit = (name: keyof Limits): number => numberOption(name, request[name] ?? client[name] ?? defaults[name], 0);
  return {
    maxRetries: limit('maxRetries'),
    timeoutMs: limit('timeoutMs'),
    idleTimeoutMs: limit('idleTimeoutMs'),
    resumeMs: limit('resumeMs'),
  };
}
