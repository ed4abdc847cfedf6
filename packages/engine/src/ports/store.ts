import type { DialectId } from '../model/extensions.js';
import type { JsonObject } from '../model/json.js';
import type { Message } from '../model/message.js';

/** How far a turn has come. A terminal status never changes. */
export type TurnStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

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
  readonly wire: JsonObject;
}

/** An API key as it is kept: the secret itself is nowhere. */
export interface ApiKeyRecord {
  readonly id: string;
  /** The principal that owns what this key makes. */
  readonly owner: string;
  readonly name: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  readonly createdAt: number;
}

/**
 * What survives the process. A promise that resolved means: on disk. Every read and write names the owner; a row of
 * another owner and a row that never was are the same to the caller. Every adapter passes `testing/store-contract`.
 */
export interface Store {
  /** Keeps a finished or running turn. Writing the same id again replaces it unless its status is terminal. */
  putTurn(turn: TurnRecord): Promise<void>;
  getTurn(owner: string, id: string): Promise<TurnRecord | undefined>;
  /** The turn with all that it continues, oldest first. `undefined` when it or one of them is missing. */
  getChain(owner: string, id: string): Promise<readonly TurnRecord[] | undefined>;
  /** True when there was something to delete. Content is gone from the file, not only unlinked. */
  deleteTurn(owner: string, id: string): Promise<boolean>;
  /** Items of stored turns by id; those that are missing or foreign are absent from the map. */
  getItems(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /** Deletes what expired before `now` (Unix milliseconds) and says how many turns that were. */
  deleteExpired(now: number): Promise<number>;

  putApiKey(key: ApiKeyRecord): Promise<void>;
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  countApiKeys(): Promise<number>;

  /** Resolves when the store answers; rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
