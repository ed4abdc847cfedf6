import { type Clock, EngineError, type Usage } from '@org/engine';
import type { Principal } from '../request-context/principal.js';
import { keyLimitNames, type KeyLimitSettings, type KeyLimitsSettings } from '../config/settings/key-limit-settings.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { Outcomes } from '../request-context/outcomes.js';
import { KeyQuota, limitKinds, type LimitKind, type Rejection, type RequestKind } from './key-quota.js';
import { limitHeaders } from './limit-headers.js';

/**
 * The holder whose usage is counted: keys of one owner and name share a count, so that a replacement key gets no
 * additional quota.
 */
export type KeyOwner = Pick<Principal, 'owner' | 'keyName'>;

/** Number of keys at the first cleanup of unused ones. */
const firstCleanupSize = 1_000;

/** Maximum pause of a batch before it checks again, in seconds. */
const maxPauseSeconds = 60;

export interface KeyLimitsOptions {
  readonly config: Pick<ServiceConfig, 'keyLimits'>;
  readonly clock: Clock;
  /** Reports a request when it has ended. */
  readonly outcomes: Pick<Outcomes, 'listen'>;
}

/** Enforces the rate limits of keys, in this process only. Has no effect where no key is limited. */
export class KeyLimits {
  readonly #clock: Clock;
  readonly #quotas = new Map<string, KeyQuota>();
  /** In which a request counts, from its entry to its end. */
  readonly #admissions = new WeakMap<RequestContext, { readonly quota: KeyQuota; readonly kind: RequestKind }>();
  readonly #headers = new WeakMap<RequestContext, Readonly<Record<string, string>>>();
  readonly #rejections = new Map<LimitKind, number>(limitKinds.map((kind) => [kind, 0]));
  /** Number of keys at the next cleanup of unused ones. */
  #nextCleanupSize = firstCleanupSize;
  #settings: KeyLimitsSettings;
  #limited: boolean;

  constructor({ config, clock, outcomes }: KeyLimitsOptions) {
    this.#clock = clock;
    this.#settings = config.keyLimits;
    this.#limited = limitsAny(config.keyLimits);
    outcomes.listen((requestContext) => this.#release(requestContext));
  }

  /** Replaces the limits. Past usage stays counted. */
  set(settings: KeyLimitsSettings): void {
    this.#settings = settings;
    this.#limited = limitsAny(settings);
    const now = this.#clock.now();
    for (const [keyOwner, quota] of this.#quotas) quota.setLimits(this.#limitsOf(nameIn(keyOwner)), now);
  }

  /**
   * Admits a request whose key is known. Throws `rate-limited`; in both cases `headersOf` then returns the state of the limits. Also throws for a
   * request that was ended: it may have been reported.
   */
  enter(requestContext: RequestContext, kind: RequestKind): void {
    requestContext.signal.throwIfAborted();
    const quota = this.#quotaOf(requestContext.principal);
    if (quota === undefined) return;
    const now = this.#clock.now();
    const rejection = quota.enter(kind, now);
    this.#headers.set(requestContext, limitHeaders(requestContext.dialect, quota.status(kind, now), now));
    if (rejection !== undefined) throw this.#count(rejection);
    this.#admissions.set(requestContext, { quota, kind });
  }

  /** How the limits of its key stood when a request came, for its client. Undefined for a key without limits. */
  headersOf(requestContext: RequestContext): Readonly<Record<string, string>> | undefined {
    return this.#headers.get(requestContext);
  }

  /** Admits a connection; the returned function reports that it is closed. Throws `rate-limited`. */
  connect(keyOwner: KeyOwner): (() => void) | undefined {
    const quota = this.#quotaOf(keyOwner);
    const rejection = quota?.connect(this.#clock.now());
    if (rejection !== undefined) throw this.#count(rejection);
    return quota && (() => quota.disconnect());
  }

  /** Counts what work has cost. */
  chargeUsage(keyOwner: KeyOwner, usage: Usage | undefined): void {
    if (usage !== undefined) this.#quotaOf(keyOwner)?.chargeUsage(usage, this.#clock.now());
  }

  /**
   * Throws `rate-limited` while a key exceeds its token limit: its batches then start nothing more. They check again
   * soon, because limits may change.
   */
  requireTokens(keyOwner: KeyOwner): void {
    const error = this.#quotaOf(keyOwner)?.outOfTokens(this.#clock.now())?.error;
    if (error !== undefined)
      throw new EngineError(error.code, error.message, {
        retryAfter: Math.min(error.retryAfter ?? 1, maxPauseSeconds),
      });
  }

  /** Maximum bytes that the owner of a key may store, where the limits of the key set it. */
  storedBytesOf(keyName: string): number | undefined {
    return this.#limitsOf(keyName).storedBytes;
  }

  /** Number of keys with tracked usage. */
  get quotaCount(): number {
    return this.#quotas.size;
  }

  /** Number of rejected requests since the start. */
  get rejections(): ReadonlyMap<LimitKind, number> {
    return this.#rejections;
  }

  #release(requestContext: RequestContext): void {
    const admission = this.#admissions.get(requestContext);
    admission?.quota.release(admission.kind);
    // Of every kind: a cancel of abandoned work is the only request that learns its usage.
    if (requestContext.principal !== undefined) this.chargeUsage(requestContext.principal, requestContext.log.usage);
  }

  #count({ kind, error }: Rejection): Rejection['error'] {
    this.#rejections.set(kind, (this.#rejections.get(kind) ?? 0) + 1);
    return error;
  }

  #quotaOf(keyOwner: KeyOwner | undefined): KeyQuota | undefined {
    if (!this.#limited || keyOwner === undefined) return undefined;
    const id = `${keyOwner.keyName}\u0000${keyOwner.owner}`;
    let quota = this.#quotas.get(id);
    if (quota === undefined) {
      const now = this.#clock.now();
      if (this.#quotas.size >= this.#nextCleanupSize) this.#deleteUnused(now);
      this.#quotas.set(id, (quota = new KeyQuota(this.#limitsOf(keyOwner.keyName), now)));
    }
    return quota;
  }

  /** Keys change over years: each is forgotten some time after its last use. */
  #deleteUnused(now: number): void {
    for (const [id, quota] of this.#quotas) if (quota.isUnused(now)) this.#quotas.delete(id);
    this.#nextCleanupSize = Math.max(firstCleanupSize, 2 * this.#quotas.size);
  }

  #limitsOf(name: string): KeyLimitSettings {
    return this.#settings.named.find((each) => each.name === name) ?? this.#settings;
  }
}

function nameIn(keyOwner: string): string {
  return keyOwner.slice(0, keyOwner.indexOf('\u0000'));
}

function limitsAny({ named, ...all }: KeyLimitsSettings): boolean {
  return [all, ...named].some((limits) => keyLimitNames.some((name) => (limits[name] ?? Infinity) !== Infinity));
}
