import type { DialectId } from '../model/extensions.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from '../model/message.js';
import type { ConversationItem, ConversationStore, LockTicket } from './conversation-store.js';
import type { FileStore } from './file-store.js';
import type { CompletedAttempt, IdempotencyStore } from './idempotency-store.js';
import type { JobStore, Lease, NewJob } from './job-store.js';
import type { Page, PageRequest } from './page.js';
import type { StoreKeyUse } from './store-key-use.js';
import type { TurnEvent, TurnEventLog } from './turn-event-log.js';
import type { TurnStatus } from './turn-status.js';

export type { TurnStatus };

/** A wire item as it was sent or delivered, so that it can be listed and referred to by id. */
export interface StoredItem {
  readonly id: string;
  readonly side: 'input' | 'output';
  readonly value: JsonObject;
}

/** One request and its answer. */
export interface TurnRecord {
  readonly id: string;
  readonly owner: string;
  readonly dialect: DialectId;
  /** The turn that this one continues. */
  readonly previousId?: string;
  readonly model: string;
  readonly status: TurnStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds; absent: kept until deleted. */
  readonly expiresAt?: number;
  /** The new messages of this turn, without those of earlier turns and without instructions. */
  readonly input: readonly Message[];
  /** What the model answered. */
  readonly output: readonly Message[];
  readonly items: readonly StoredItem[];
  /** The answer as it was delivered, served verbatim. */
  readonly payload: JsonObject;
}

/** What a later turn needs of an earlier one. */
export type ChainTurn = Pick<TurnRecord, 'id' | 'dialect' | 'previousId' | 'model' | 'status' | 'input' | 'output'>;

/** What is written together with a turn: all of it or nothing. */
export interface TurnAddition {
  /** Events that continue the turn's log. */
  readonly events?: readonly TurnEvent[];
  /** Makes a job of a turn that has not ended. */
  readonly job?: NewJob;
  /** The write counts only as long as this lease is held. */
  readonly lease?: Lease;
  /** Nor does it count once the job was asked to stop: whoever has not heard of that can look again. Only with `lease`. Default false. */
  readonly unlessCancelled?: boolean;
  /** The write counts only in the place of a turn that is there: one that was deleted meanwhile does not come back. With `lease` it is so anyway. Default false. */
  readonly existing?: boolean;
  /**
   * Items for a conversation. One that was deleted meanwhile gets none. With `ticket`, that place in its line is given up in
   * the same step; when it is lost, `putTurn` throws `conflict` and writes nothing.
   */
  readonly conversation?: {
    readonly id: string;
    readonly items: readonly ConversationItem[];
    readonly ticket?: LockTicket;
  };
  /**
   * The answer to the idempotent request that makes this turn: whoever sends that again is told of this turn from then on. When a later
   * attempt took over, or the key expired, `putTurn` throws `conflict` and writes nothing.
   */
  readonly completedAttempt?: CompletedAttempt;
}

/** An API key as it is kept: the secret itself is nowhere. */
export interface ApiKeyRecord {
  readonly id: string;
  /** The principal that owns what this key makes. */
  readonly owner: string;
  readonly name: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** From when on the key opens nothing, Unix milliseconds. Absent: it is good until it is revoked. */
  readonly expiresAt?: number;
}

/** Turns, their chains and their items. A turn that has expired is missing, swept or not, unless a kept turn continues it. */
export interface TurnStore {
  /**
   * Keeps a finished or running turn. Writing the same id again replaces it unless its status is terminal; a terminal
   * status ends the turn's job. False when nothing was written: a terminal turn of this id stands, or the addition says so. When
   * it throws `overloaded` the turn may be written all the same, if the store could not be reached any more to ask for it.
   */
  putTurn(turn: TurnRecord, addition?: TurnAddition): Promise<boolean>;
  getTurn(owner: string, id: string): Promise<TurnRecord | undefined>;
  /**
   * The turn with all that it continues, oldest first. `undefined` when it or one of them is missing. Throws `context-overflow`
   * when that is more than a store reads for one request; so does `getItems`.
   */
  getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined>;
  /** Which turn a chain lacks: `id` itself, or one that it goes back to. `undefined` when it is whole, or too long to tell. */
  findMissingLink(owner: string, id: string): Promise<string | undefined>;
  /** How many turns continue this one directly, those included that have expired and are not deleted yet. */
  countContinuing(owner: string, id: string): Promise<number>;
  /** Input items of a turn in the order they were sent. `undefined` when it is missing. Throws as conversations do. */
  listInputItems(owner: string, turnId: string, page: PageRequest): Promise<Page<StoredItem> | undefined>;
  /**
   * True when there was something to delete. The content is gone for good: from SQLite's files when the promise
   * resolves, from PostgreSQL's when it vacuums: until then nobody reads it there without the store key, if there is one.
   * A long log goes in pieces, so that others write in between; all of the turn is missing from the first on. When it throws then, a
   * sweep deletes the rest.
   */
  deleteTurn(owner: string, id: string): Promise<boolean>;
  /**
   * Items of stored turns and conversations by id; those that are missing or foreign are absent from the map. Of several
   * items with one id an output item wins over an input item, then the newest turn, then the newest conversation.
   */
  getItems(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /**
   * Deletes what expired at or before `now` (Unix milliseconds) and says how many turns that were. A turn that a kept
   * turn continues is kept as well: no chain loses its beginning. Idempotency keys that expired by the store's clock go,
   * too, uncounted, and so do files that expired, or were begun and never finished, at or before `now`. Ends early, between two batches, when `signal` aborts.
   */
  deleteExpired(now: number, signal?: AbortSignal): Promise<number>;
}

/** API keys, by the hash of the key. */
export interface ApiKeyStore {
  /** Keeps a key. The same hash again replaces everything else. */
  putApiKey(key: ApiKeyRecord): Promise<void>;
  /** Whether it has expired is the caller's question. */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** All keys, oldest first, expired ones included. */
  listApiKeys(): Promise<readonly ApiKeyRecord[]>;
  /** Those of these ids that a key has, expired ones included. However many keys there are, only these are looked at. */
  findApiKeyIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** False when there is no key of this id. */
  deleteApiKey(id: string): Promise<boolean>;
  countApiKeys(): Promise<number>;
}

/**
 * What survives the process. A promise that resolved means: on disk. Every read and write names the owner; a row of
 * another owner and a row that never was are the same to the caller. Every adapter passes `testing/contracts/store-contract`.
 *
 * Failures are EngineErrors: `overloaded` when a later try may succeed, `internal` otherwise. Strings come back exactly,
 * NUL and lone surrogates included. Owners and the ids of turns and conversations have at most 512 UTF-16 units, ids of
 * items and idempotency keys any length.
 */
export interface Store
  extends TurnStore, TurnEventLog, ConversationStore, FileStore, JobStore, IdempotencyStore, ApiKeyStore, StoreKeyUse {
  /** Resolves when the store answers, and what all replicas write can be read here; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /** Finishes what was begun. Everything after it rejects with `internal`. */
  close(): Promise<void>;
  /**
   * For a process that cannot wait for the store any longer: what was begun rejects with `internal`, though it may be done all the same, and so
   * does everything after it, and `close` waits for nothing. Says how much was begun.
   */
  abandon(): number;
}
