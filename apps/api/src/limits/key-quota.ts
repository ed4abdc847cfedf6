import { EngineError, type Usage } from '@org/engine';
import { TokenBucket } from './token-bucket.js';
import type { KeyLimitSettings } from '../config/settings/key-limit-settings.js';
import type { KeyLimitStatus, LimitStatus } from './limit-status.js';

export const limitKinds = ['requests', 'tokens', 'concurrency', 'connections'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** A `question` is about a request and asks for no answer, such as how long a prompt is. */
export type RequestKind = 'generation' | 'question';

/** That a limit is reached, and when a retry may succeed. */
export interface Rejection {
  readonly kind: LimitKind;
  readonly error: EngineError;
}

/** When a request that runs will end nobody knows; a client that comes again a second later does no harm. */
const concurrencyRetrySeconds = 1;
const connectionRetrySeconds = 5;

/** What one key has used of its limits. */
export class KeyQuota {
  #limits: KeyLimitSettings = {};
  #requests: TokenBucket | undefined;
  #tokens: TokenBucket | undefined;
  #running = 0;
  #connections = 0;

  constructor(limits: KeyLimitSettings, now: number) {
    this.setLimits(limits, now);
  }

  /** Other limits from now on; what was used stays used. */
  setLimits(limits: KeyLimitSettings, now: number): void {
    this.#limits = limits;
    this.#requests = resized(this.#requests, limits.requestsPerMinute, now);
    this.#tokens = resized(this.#tokens, limits.tokensPerMinute, now);
  }

  /** Lets a request in, or says why not; then nothing was counted. Of questions only how many run at a time counts. */
  enter(kind: RequestKind, now: number): Rejection | undefined {
    const { concurrentRequests = Infinity } = this.#limits;
    const rejection = kind === 'generation' ? this.#rejection(now) : undefined;
    if (rejection !== undefined) return rejection;
    if (this.#running >= concurrentRequests)
      return refused('concurrency', `${concurrentRequests} requests at a time`, concurrencyRetrySeconds);
    this.#running += 1;
    if (kind === 'generation') this.#requests?.take(1, now);
    return undefined;
  }

  /** A request that was let in has ended. */
  release(): void {
    this.#running -= 1;
  }

  /** Lets a connection in, or says why not; then nothing was counted. */
  connect(): Rejection | undefined {
    const { connections = Infinity } = this.#limits;
    if (this.#connections >= connections)
      return refused('connections', `${connections} open connections`, connectionRetrySeconds);
    this.#connections += 1;
    return undefined;
  }

  disconnect(): void {
    this.#connections -= 1;
  }

  /** Whether nothing is known of it that a new one would not know. */
  isUnused(now: number): boolean {
    const isFull = (bucket: TokenBucket | undefined): boolean =>
      bucket === undefined || bucket.level(now) === bucket.perMinute;
    return this.#running === 0 && this.#connections === 0 && isFull(this.#requests) && isFull(this.#tokens);
  }

  /** Counts what an answer has cost, whoever waited for it. */
  spend({ inputTokens, outputTokens }: Usage, now: number): void {
    this.#tokens?.take(inputTokens + outputTokens, now);
  }

  /** Why nothing more may be asked of a model now, for want of tokens. */
  outOfTokens(now: number): Rejection | undefined {
    if (this.#tokens === undefined || this.#tokens.level(now) >= 1) return undefined;
    return refused('tokens', `${this.#tokens.perMinute} tokens per minute`, this.#tokens.msUntil(1, now) / 1000);
  }

  status(now: number): KeyLimitStatus {
    return {
      ...(this.#requests && { requests: limitStatusOf(this.#requests, now) }),
      ...(this.#tokens && { tokens: limitStatusOf(this.#tokens, now) }),
    };
  }

  #rejection(now: number): Rejection | undefined {
    if (this.#requests !== undefined && this.#requests.level(now) < 1)
      return refused(
        'requests',
        `${this.#requests.perMinute} requests per minute`,
        this.#requests.msUntil(1, now) / 1000,
      );
    return this.outOfTokens(now);
  }
}

function resized(bucket: TokenBucket | undefined, perMinute: number | undefined, now: number): TokenBucket | undefined {
  if (perMinute === undefined) return undefined;
  return bucket === undefined
    ? new TokenBucket(perMinute, now)
    : new TokenBucket(perMinute, now, bucket.level(now) + perMinute - bucket.perMinute);
}

function limitStatusOf(bucket: TokenBucket, now: number): LimitStatus {
  return {
    limit: bucket.perMinute,
    remaining: Math.max(0, Math.floor(bucket.level(now))),
    resetMs: bucket.msUntil(bucket.perMinute, now),
  };
}

/** Clients look for the words `try again in`, too, where a failure has no headers. */
function refused(kind: LimitKind, limit: string, seconds: number): Rejection {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return {
    kind,
    error: new EngineError(
      'rate-limited',
      `This key has reached its limit of ${limit}. Please try again in ${retryAfter}s.`,
      { retryAfter },
    ),
  };
}
