/** A request that a client may send again under the same key. */
export interface IdempotentRequest {
  readonly owner: string;
  /** The client's key, of any length. */
  readonly key: string;
  /** Hash of what was asked: the same key for something else is a mistake of the client. */
  readonly fingerprint: string;
  /** How long the request counts as running without a heartbeat, by the store's clock, in milliseconds. */
  readonly leaseMs: number;
  /** Retention of the key and the response, by the same clock, in milliseconds. */
  readonly retentionMs: number;
  /**
   * Attempts of this request that the caller still runs. One with an expired lease that no other caller took over is
   * renewed in the same step.
   */
  readonly heldAttempts?: readonly number[];
}

/** A response as it was sent to the client. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * `new`: the caller runs the request and must finish or abandon `attempt`. `mismatch`: the key belongs to another
 * request.
 */
export type IdempotencyState =
  | { readonly state: 'new'; readonly attempt: number }
  | { readonly state: 'running' }
  | { readonly state: 'completed'; readonly response: StoredResponse }
  | { readonly state: 'mismatch' };

/** One attempt of an idempotent request. Attempts of one key always have different numbers, in no order. */
export interface IdempotentAttempt {
  readonly owner: string;
  readonly key: string;
  readonly attempt: number;
}

/** The response of an attempt, to be stored together with the record that it describes. */
export interface CompletedAttempt {
  readonly attempt: IdempotentAttempt;
  readonly response: StoredResponse;
}

/** Runs and responses by idempotency key. */
export interface IdempotencyStore {
  /** Exactly one of several concurrent callers with the same key gets `new`. */
  startIdempotent(request: IdempotentRequest): Promise<IdempotencyState>;
  /** Lets the run count as running for `leaseMs` from now on. False when a later attempt took over, or it has ended. */
  renewIdempotent(attempt: IdempotentAttempt, leaseMs: number): Promise<boolean>;
  /** Stores the response. False when a later attempt took over or the key expired. */
  finishIdempotent(attempt: IdempotentAttempt, response: StoredResponse): Promise<boolean>;
  /** Discards an attempt so that a retry may run the request again. */
  abandonIdempotent(attempt: IdempotentAttempt): Promise<void>;
}
