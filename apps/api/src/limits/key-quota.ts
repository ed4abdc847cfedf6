import { EngineError, type Usage } from '@org/engine';
import { TokenBucket } from './token-bucket.js';
import type { KeyLimitSettings } from '../config/settings/key-limit-settings.js';
import type { KeyLimitStatus, LimitStatus } from './limit-status.js';

export const limitKinds = ['requests', 'reads', 'tokens', 'concurrency', 'connections'] as const;
export type LimitKind = (typeof limitKinds)[number];

/**
 * What a route does with a request, for the limits of its key. A `generation` uses a model; a `write` stores content of
 * the client; a `question` is about a request and generates no response, such as a token count; a `read` is any other,
 * a deletion and a cancellation, too.
 */
export type RequestKind = 'generation' | 'write' | 'question' | 'read';

/** A number of requests a minute, or at a time. Reads have their own, so that neither they nor generations starve the other. */
type Measure = 'requests' | 'reads';

/** The limits that apply to a request of each kind. */
const limitsByKind: Readonly<
  Record<RequestKind, { readonly perMinute: Measure; readonly atATime: Measure; readonly tokens: boolean }>
> = {
  generation: { perMinute: 'requests', atATime: 'requests', tokens: true },
  write: { perMinute: 'requests', atATime: 'requests', tokens: false },
  question: { perMinute: 'reads', atATime: 'requests', tokens: false },
  read: { perMinute: 'reads', atATime: 'reads', tokens: false },
};

/** Without `readsPerMinute`, so many reads for each request that the key may send, and at least so many a minute. */
const readsPerRequest = 10;
const minReadsPerMinute = 120;
/** Without `concurrentReads`, at least so many at a time: a stream that is read again, and requests next to it. */
const minConcurrentReads = 4;

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
  readonly #perMinute: Record<Measure, TokenBucket | undefined> = { requests: undefined, reads: undefined };
  #tokens: TokenBucket | undefined;
  readonly #running: Record<Measure, number> = { requests: 0, reads: 0 };
  #connections = 0;

  constructor(limits: KeyLimitSettings, now: number) {
    this.setLimits(limits, now);
  }

  /** Replaces the limits; past usage stays counted. */
  setLimits(limits: KeyLimitSettings, now: number): void {
    this.#limits = limits;
    this.#perMinute.requests = resized(this.#perMinute.requests, limits.requestsPerMinute, now);
    this.#perMinute.reads = resized(this.#perMinute.reads, readsPerMinuteOf(limits), now);
    this.#tokens = resized(this.#tokens, limits.tokensPerMinute, now);
  }

  /** Admits a request, or returns a rejection without counting it. */
  enter(kind: RequestKind, now: number): Rejection | undefined {
    const { perMinute, atATime, tokens } = limitsByKind[kind];
    const rejection = this.#outOf(perMinute, now) ?? (tokens ? this.outOfTokens(now) : undefined);
    if (rejection !== undefined) return rejection;
    const max = (atATime === 'reads' ? concurrentReadsOf(this.#limits) : this.#limits.concurrentRequests) ?? Infinity;
    if (this.#running[atATime] >= max)
      return refused('concurrency', `${max} ${atATime} at a time`, concurrencyRetrySeconds);
    this.#running[atATime] += 1;
    this.#perMinute[perMinute]?.take(1, now);
    return undefined;
  }

  /** A request that was let in has ended. */
  release(kind: RequestKind): void {
    this.#running[limitsByKind[kind].atATime] -= 1;
  }

  /** Admits a connection, or returns a rejection without counting it. Its handshake counts as a read. */
  connect(now: number): Rejection | undefined {
    const { connections = Infinity } = this.#limits;
    const rejection = this.#outOf('reads', now);
    if (rejection !== undefined) return rejection;
    if (this.#connections >= connections)
      return refused('connections', `${connections} open connections`, connectionRetrySeconds);
    this.#connections += 1;
    this.#perMinute.reads?.take(1, now);
    return undefined;
  }

  disconnect(): void {
    this.#connections -= 1;
  }

  /** Whether its state equals that of a new one. */
  isUnused(now: number): boolean {
    const isFull = (bucket: TokenBucket | undefined): boolean =>
      bucket === undefined || bucket.level(now) === bucket.perMinute;
    const { requests, reads } = this.#running;
    return (
      requests + reads + this.#connections === 0 && [...Object.values(this.#perMinute), this.#tokens].every(isFull)
    );
  }

  /** Counts the usage of a response, whichever request it belongs to. */
  chargeUsage({ inputTokens, outputTokens }: Usage, now: number): void {
    this.#tokens?.take(inputTokens + outputTokens, now);
  }

  /** The rejection of model requests while the token limit is exhausted. */
  outOfTokens(now: number): Rejection | undefined {
    if (this.#tokens === undefined || this.#tokens.level(now) >= 1) return undefined;
    return refused('tokens', `${this.#tokens.perMinute} tokens per minute`, this.#tokens.msUntil(1, now) / 1000);
  }

  /** The limits that apply to a request of this kind. */
  status(kind: RequestKind, now: number): KeyLimitStatus {
    const { perMinute, tokens } = limitsByKind[kind];
    const requests = this.#perMinute[perMinute];
    return {
      ...(requests && { requests: limitStatusOf(requests, now) }),
      ...(tokens && this.#tokens && { tokens: limitStatusOf(this.#tokens, now) }),
    };
  }

  #outOf(measure: Measure, now: number): Rejection | undefined {
    const bucket = this.#perMinute[measure];
    if (bucket === undefined || bucket.level(now) >= 1) return undefined;
    return refused(measure, `${bucket.perMinute} ${measure} per minute`, bucket.msUntil(1, now) / 1000);
  }
}

function readsPerMinuteOf({ readsPerMinute, requestsPerMinute }: KeyLimitSettings): number | undefined {
  if (readsPerMinute !== undefined || requestsPerMinute === undefined) return readsPerMinute;
  return Math.max(minReadsPerMinute, readsPerRequest * requestsPerMinute);
}

function concurrentReadsOf({ concurrentReads, concurrentRequests }: KeyLimitSettings): number | undefined {
  if (concurrentReads !== undefined || concurrentRequests === undefined) return concurrentReads;
  return Math.max(minConcurrentReads, concurrentRequests);
}

function resized(bucket: TokenBucket | undefined, perMinute: number | undefined, now: number): TokenBucket | undefined {
  if (perMinute === undefined || perMinute === Infinity) return undefined;
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
