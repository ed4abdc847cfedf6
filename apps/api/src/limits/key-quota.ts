import { EngineError, type Usage } from '@org/engine';
import { TokenBucket } from './token-bucket.js';
import type { KeyLimitSettings } from '../config/settings/key-limit-settings.js';
import type { KeyLimitStatus, LimitStatus } from './limit-status.js';

export const limitKinds = ['requests', 'tokens', 'concurrency', 'connections'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** A `question` is about a request and generates no response, such as a token count. */
export type RequestKind = 'generation' | 'question';

/** That a limit is reached, and when a retry may succeed. */
export interface Rejection {
  readonly kind: LimitKind;
  readonly error: EngineError;
}

/** The end of a running request is unknown; a client that retries a second later does no harm. */
const concurrencyRetrySeconds = 1;
const connectionRetrySeconds = 5;

/** The usage of one key against its limits. */
export class KeyQuota {
  #limits: KeyLimitSettings = {};
  #requests: TokenBucket | undefined;
  #tokens: TokenBucket | undefined;
  #running = 0;
  #connections = 0;

  constructor(limits: KeyLimitSettings, now: number) {
    this.setLimits(limits, now);
  }

  /** Replaces the limits; past usage stays counted. */
  setLimits(limits: KeyLimitSettings, now: number): void {
    this.#limits = limits;
    this.#requests = resized(this.#requests, limits.requestsPerMinute, now);
    this.#tokens = resized(this.#tokens, limits.tokensPerMinute, now);
  }

  /** Admits a request, or returns a rejection without counting it. For questions only the concurrency limit applies. */
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

  /** Admits a connection, or returns a rejection without counting it. */
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

  /** Whether its state equals that of a new one. */
  isUnused(now: number): boolean {
    const isFull = (bucket: TokenBucket | undefined): boolean =>
      bucket === undefined || bucket.level(now) === bucket.perMinute;
    return this.#running === 0 && this.#connections === 0 && isFull(this.#requests) && isFull(this.#tokens);
  }

  /** Counts the usage of a response of any request. */
  spend({ inputTokens, outputTokens }: Usage, now: number): void {
    this.#tokens?.take(inputTokens + outputTokens, now);
  }

  /** The rejection of model requests while the token limit is exhausted. */
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

/** Clients also search for the words `try again in`, where a failure has no headers. */
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
