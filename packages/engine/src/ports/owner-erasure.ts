import type { AuditEvent } from './audit-log.js';

/** Numbers of what a store has of an owner. */
export interface OwnedCounts {
  /** API keys, including revoked and expired ones. */
  readonly apiKeys: number;
  /** Responses and batches, including those that run. */
  readonly turns: number;
  /** Those of `turns` that run in the background or wait for it. */
  readonly jobs: number;
  readonly conversations: number;
  readonly conversationItems: number;
  readonly containers: number;
  readonly files: number;
  readonly vectorStores: number;
  readonly idempotentResponses: number;
}

/** Removal of everything that belongs to one owner. */
export interface OwnerErasure {
  /** Includes what expired and is not deleted yet. */
  countOwned(owner: string): Promise<OwnedCounts>;
  /**
   * Deletes some turns with their jobs, conversations, vector stores, containers, files and idempotent responses of an owner, as `deleteTurn` and
   * its siblings do. Returns the number of deleted records: 0 when nothing is left.
   */
  eraseOwned(owner: string): Promise<number>;
  /**
   * Deletes the keys of an owner and their audit events, and stores `event` in the same transaction. The names of the
   * keys are in no file afterwards; in PostgreSQL, its log of past writes may hold them until the server recycles it.
   */
  eraseOwnerKeys(owner: string, event: AuditEvent): Promise<void>;
}
