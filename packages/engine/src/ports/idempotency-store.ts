/** A request that a client may send again under the same key. */
export interface IdempotentRequest {
  readonly owner: string;
  /** The client's key, of any length. */
  readonly key: string;
  /** Hash of what was asked: the same key for something else is a mistake of the client. */
  readonly fingerprint: string;
  /** How long the request counts as running without a sign of life, by the store's clock, in milliseconds. */
  readonly leaseMs: number;
  /** How long key and answer are kept, by the same clock, in milliseconds. */
  readonly retentionMs: number;
  /** Runs of this request that the caller still works on. One that nobody took over, but whose lease has run out, is renewed in the same step. */
  readonly heldAttempts?: readonly number[];
}

/** An answer as it went to the client. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `new`: the caller runs it and must finish or abandon `attempt`. `mismatch`: the key stands for another request. */
export type IdempotencyState =
  | { readonly state: 'new'; readonly attempt: number }
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly response: StoredResponse }
  | { readonly state: 'mismatch' };

/** One run of an idempotent request. Runs of one key, whenever they were begun, have different numbers in no order. */
export interface IdempotentAttempt {
  readonly owner: string;
  readonly key: string;
  readonly attempt: number;
}

/** The answer of a run, for whoever keeps it together with what it tells of. */
export interface CompletedAttempt {
  readonly attempt: IdempotentAttempt;
  readonly response: StoredResponse;
}

/** Runs and responses by idempotency key. */
export interface IdempotencyStore {
  /** Exactly one of many callers with the same key gets `new`. */
  startIdempotent(request: IdempotentRequest): Promise<IdempotencyState>;
  /** Lets the run count as running for `leaseMs` from now on. False when a later attempt took over, or it has ended. */
  renewIdempotent(attempt: IdempotentAttempt, leaseMs: number): Promise<boolean>;
  /** Keeps the answer. False when a later attempt took over or the key expired. */
  finishIdempotent(attempt: IdempotentAttempt, response: StoredResponse): Promise<boolean>;
  /** Forgets a run that a repetition may do anew. */
  abandonIdempotent(attempt: IdempotentAttempt): Promise<void>;
}
