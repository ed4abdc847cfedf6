import type { DialectId } from '../model/extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from '../model/message.js';
import type { AuditEvent, AuditLog } from './audit-log.js';
import type { ContainerStore } from './container-store.js';
import type { ConversationItem, ConversationStore, LockTicket } from './conversation-store.js';
import type { FileStore } from './file-store.js';
import type { CompletedAttempt, IdempotencyStore } from './idempotency-store.js';
import type { JobStore, Lease, NewJob } from './job-store.js';
import type { OwnerErasure } from './owner-erasure.js';
import type { StorageAccount } from './storage-account.js';
import type { Page, PageRequest } from './page.js';
import type { StoreKeyUse } from './store-key-use.js';
import type { TurnEvent, TurnEventLog } from './turn-event-log.js';
import type { TurnStatus } from './turn-status.js';
import type { VectorStoreStore } from './vector-store.js';

export type { TurnStatus };

/** An API item as it was received or sent, so that it can be listed and referenced by id. */
export interface StoredItem {
  readonly id: string;
  readonly side: 'input' | 'output';
  readonly value: JsonObject;
}

/** One request and its response. */
export interface TurnRecord {
  readonly id: string;
  readonly owner: string;
  readonly dialect: DialectId;
  /** Id of the turn that this one continues. */
  readonly previousId?: string;
  readonly model: string;
  readonly status: TurnStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. Absent: stored until deleted. */
  readonly expiresAt?: number;
  /** The new messages of this turn, without those of earlier turns and without instructions. */
  readonly input: readonly Message[];
  /** A message from the model. */
  readonly output: readonly Message[];
  readonly items: readonly StoredItem[];
  /** The response as it was sent, returned verbatim. */
  readonly payload: JsonObject;
}

/** The fields of an earlier turn that a later one needs. */
export type ChainTurn = Pick<TurnRecord, 'id' | 'dialect' | 'previousId' | 'model' | 'status' | 'input' | 'output'>;

/** Records that are written atomically with a turn. */
export interface TurnAddition {
  /** Events that continue the turn's log. */
  readonly events?: readonly TurnEvent[];
  /** Makes a job of a turn that has not ended. */
  readonly job?: NewJob;
  /** The write succeeds only while this lease is held. */
  readonly lease?: Lease;
  /**
   * The write also fails once the job was requested to stop, so a worker that missed the request can check again.
   * Only with `lease`. Default false.
   */
  readonly unlessCancelled?: boolean;
  /**
   * The write succeeds only when the turn exists: a turn deleted in the meantime is not recreated. Implied by
   * `lease`. Default false.
   */
  readonly existing?: boolean;
  /**
   * Items for a conversation. A conversation deleted in the meantime gets none. With `ticket`, that ticket is
   * released in the same step; when it is lost, `putTurn` throws `conflict` and writes nothing.
   */
  readonly conversation?: {
    readonly id: string;
    readonly items: readonly ConversationItem[];
    readonly ticket?: LockTicket;
  };
  /**
   * The response to the idempotent request that creates this turn: a retry of that request gets this turn from then
   * on. When a later attempt took over, or the key expired, `putTurn` throws `conflict` and writes nothing.
   */
  readonly completedAttempt?: CompletedAttempt;
  /**
   * Maximum bytes of everything that the owner stores. When the write would exceed it, the store throws
   * `invalid-request` with the detail `storage_quota_exceeded` and writes nothing. A turn that was generated already is
   * written without it: its result exists, and only the next one is refused. Default: unlimited.
   */
  readonly maxStoredBytes?: number | undefined;
}

/** An API key as stored; the secret itself is never stored. */
export interface ApiKeyRecord {
  readonly id: string;
  /** The principal that owns what this key makes. */
  readonly owner: string;
  readonly name: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Expiry of the key, Unix milliseconds. Absent: valid until it is revoked. */
  readonly expiresAt?: number;
  /** Unix milliseconds, to the minute. Absent: never used. 0: used or not before the store recorded uses. */
  readonly lastUsedAt?: number;
  /** Unix milliseconds. Absent: not revoked. */
  readonly revokedAt?: number;
}

/** A use of a key. */
export interface ApiKeyUse {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Turns, their chains and their items. An expired turn counts as missing, swept or not, unless a stored turn
 * continues it.
 */
export interface TurnStore {
  /**
   * Stores a finished or running turn. Writing the same id again replaces it unless its status is terminal; a
   * terminal status ends the turn's job. False when nothing was written: a terminal turn with this id exists, or the
   * addition prevents it. When it throws `overloaded` the turn may still have been written, if the store became
   * unreachable before it could be checked.
   */
  putTurn(turn: TurnRecord, addition?: TurnAddition): Promise<boolean>;
  getTurn(owner: string, id: string): Promise<TurnRecord | undefined>;
  /**
   * The turn with all turns that it continues, oldest first. `undefined` when any of them is missing. Throws
   * `context-overflow` when the chain exceeds what a store reads for one request; so does `getItems`.
   */
  getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined>;
  /**
   * The missing turn of a chain: `id` itself, or one of its ancestors. `undefined` when the chain is complete, or too
   * long to check.
   */
  findMissingLink(owner: string, id: string): Promise<string | undefined>;
  /** Number of turns that continue this one directly, including expired ones that are not deleted yet. */
  countContinuing(owner: string, id: string): Promise<number>;
  /** Input items of a turn in the order they were sent. `undefined` when it is missing. Throws as conversations do. */
  listInputItems(owner: string, turnId: string, page: PageRequest): Promise<Page<StoredItem> | undefined>;
  /**
   * True when a turn was deleted. The content is erased: from SQLite's files when the promise resolves, from
   * PostgreSQL's when it vacuums; until then it cannot be read there without the store key, if there is one. A long
   * log is deleted in batches, so that other writes can interleave; the complete turn is missing from the first batch
   * on. When it throws after that, a sweep deletes the rest.
   */
  deleteTurn(owner: string, id: string): Promise<boolean>;
  /**
   * Items of stored turns and conversations by id; missing items and other owners' items are absent from the map. Of
   * several items with one id an output item wins over an input item, then the newest turn, then the newest
   * conversation.
   */
  getItems(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /**
   * Deletes what expired at or before `now` (Unix milliseconds) and returns the number of turns deleted. A turn that
   * a stored turn continues is retained: no chain loses its start. Also deletes, uncounted, idempotency keys that
   * expired by the store's clock, vector stores and files that expired, and files whose upload started and never
   * finished at or before `now`. Ends early, between two batches, when `signal` aborts.
   */
  deleteExpired(now: number, signal?: AbortSignal): Promise<number>;
}

/** API keys, by the hash of the key. */
export interface ApiKeyStore {
  /**
   * Stores a key, and `event` in the same transaction. The same hash again replaces all other fields except
   * `lastUsedAt`; `revokedAt` is not stored.
   */
  putApiKey(key: ApiKeyRecord, event?: AuditEvent): Promise<void>;
  /** Whether it has expired or is revoked is the caller's question. */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** All keys, oldest first, including expired ones; with `revoked` also those. */
  listApiKeys(options?: { readonly revoked?: boolean }): Promise<readonly ApiKeyRecord[]>;
  /**
   * The subset of these ids that belong to a key, including expired but no revoked ones. The cost depends only on the
   * number of ids, not of keys.
   */
  findApiKeyIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Revokes a key, and stores `event` in the same transaction. The key stays in the store with `at` (Unix
   * milliseconds). False when there is no key of this id that is not revoked.
   */
  revokeApiKey(id: string, at: number, event?: AuditEvent): Promise<boolean>;
  /** Records when keys were used last. An earlier time than the recorded one has no effect. */
  recordApiKeyUses(uses: readonly ApiKeyUse[]): Promise<void>;
  /** Number of keys that are not revoked. */
  countApiKeys(): Promise<number>;
}

/**
 * Durable storage. A resolved promise means that the data is on disk. Every read and write names the owner; the
 * caller cannot distinguish another owner's row from a missing one. Every adapter passes
 * `testing/contracts/store-contract`.
 *
 * Failures are EngineErrors: `overloaded` when a retry may succeed, `internal` otherwise. Strings are returned
 * exactly, including NUL and lone surrogates. Owners and the ids of turns and conversations have at most 512 UTF-16
 * units, ids of items and idempotency keys any length.
 */
export interface Store
  extends
    TurnStore,
    TurnEventLog,
    ConversationStore,
    FileStore,
    VectorStoreStore,
    ContainerStore,
    JobStore,
    IdempotencyStore,
    ApiKeyStore,
    AuditLog,
    OwnerErasure,
    StorageAccount,
    StoreKeyUse {
  /**
   * Deletes containers that expired at or before `now` (Unix milliseconds), with the files that they own. Ends early
   * when `signal` aborts. One that cannot be deleted does not stop the others: its failure rejects at the end.
   */
  deleteExpiredContainers(now: number, signal?: AbortSignal): Promise<void>;
  /**
   * Resolves when the store responds and the writes of all replicas can be read here; rejects with the reason
   * otherwise.
   */
  ping(): Promise<void>;
  /** Completes pending operations and closes the store. Every later call rejects with `internal`. */
  close(): Promise<void>;
  /**
   * For a process that cannot wait for the store any longer: pending operations reject with `internal`, although they
   * may still be executed, and so does every later call; `close` waits for nothing. Returns the number of pending
   * operations.
   */
  abandon(): number;
}
