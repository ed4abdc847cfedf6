import type { ClientOptions, RequestOptions } from './client-options.js';

/** How long, and how often, one call tries. */
export interface Limits {
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

const defaults: Limits = { maxRetries: 2, timeoutMs: 600_000, idleTimeoutMs: 60_000 };

/** Those of the request, else of the client, else the defaults. Throws TypeError for what is no number: a timer takes it for 1 ms, and no count of retries reaches it. */
export function limitsOf(client: ClientOptions, request: RequestOptions = {}): Limits {
  const limit = (name: keyof Limits): number => {
    const value: unknown = request[name] ?? client[name] ?? defaults[name];
    if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`${name} has to be a number, 0 or more, and is ${String(value)}.`);
    return value;
  };
  return { maxRetries: limit('maxRetries'), timeoutMs: limit('timeoutMs'), idleTimeoutMs: limit('idleTimeoutMs') };
}
