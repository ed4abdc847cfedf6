import type { JsonObject } from '../json/json-value.js';
import type { CompletedAttempt } from './idempotency-store.js';
import type { Page, PageRequest } from './page.js';
import type { Unwatch } from './turn-event-log.js';

/**
 * A named list of items that turns read and append to. It is stored until it is deleted, or until
 * `deleteIdleConversations`.
 */
export interface ConversationRecord {
  readonly id: string;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly metadata: JsonObject;
}

/** An API item of a conversation. */
export interface ConversationItem {
  readonly id: string;
  readonly value: JsonObject;
}

/** A turn's ticket in the queue of turns that continue one conversation. */
export interface LockTicket {
  readonly owner: string;
  readonly conversationId: string;
  /** Higher than every earlier ticket number, on any replica. Never reused. */
  readonly number: number;
}

/**
 * Turns of one conversation wait in a queue across all replicas. A ticket is a lease by the store's clock that its
 * holder renews, so no turn waits for a process that crashed. `heldTickets`: numbers of tickets in the same queue that
 * the caller still uses. Expired ones that have not been removed are renewed in the same step, so a clock jump takes
 * no ticket from its holder.
 */
export interface ConversationLockStore {
  /**
   * Appends a ticket to the queue for `leaseMs` and removes expired ones. `undefined` when the conversation does not
   * exist.
   */
  enqueueTicket(
    owner: string,
    id: string,
    leaseMs: number,
    heldTickets?: readonly number[],
  ): Promise<LockTicket | undefined>;
  /**
   * `lost`: other turns may have overtaken this one because the ticket was not renewed in time, or the conversation
   * was deleted.
   */
  readTicket(ticket: LockTicket): Promise<'first' | 'waiting' | 'lost'>;
  /** Renews the ticket for `leaseMs` from now and removes expired ones before it. False when the ticket is lost. */
  renewTicket(ticket: LockTicket, leaseMs: number, heldTickets?: readonly number[]): Promise<boolean>;
  /** Releases the ticket. `putTurn` with this ticket releases it as well. */
  releaseTicket(ticket: LockTicket): Promise<void>;
  /** Calls `wake` after a ticket left the queue, on any replica. May call it spuriously. */
  watchTickets(owner: string, id: string, wake: () => void): Promise<Unwatch>;
}

/** How items are added to a conversation. */
export interface ItemAddition {
  /**
   * Ids that the caller has found unused. When one of them exists by now, it throws `conflict` that names `items` and
   * adds nothing.
   */
  readonly fresh?: readonly string[];
  readonly completedAttempt?: CompletedAttempt | undefined;
  /** As in `TurnAddition`. */
  readonly maxStoredBytes?: number | undefined;
}

/**
 * `maxStoredBytes`: as in `TurnAddition`. `completedAttempt`: the response to the idempotent request that makes this change, as with `putTurn`: stored in the
 * same step, or `conflict` and nothing is written.
 */
export interface ConversationStore extends ConversationLockStore {
  /** False when the owner has a conversation of this id. */
  createConversation(
    conversation: ConversationRecord,
    items: readonly ConversationItem[],
    completedAttempt?: CompletedAttempt,
    maxStoredBytes?: number,
  ): Promise<boolean>;
  getConversation(owner: string, id: string): Promise<ConversationRecord | undefined>;
  /** Replaces the metadata. False when there is no such conversation. */
  setConversationMetadata(
    owner: string,
    id: string,
    metadata: JsonObject,
    completedAttempt?: CompletedAttempt,
    maxStoredBytes?: number,
  ): Promise<boolean>;
  /**
   * Deletes the conversation with its items, in batches when there are many, as `deleteTurn` does. Turns that used it
   * remain.
   */
  deleteConversation(owner: string, id: string): Promise<boolean>;
  /**
   * Deletes conversations whose id has this prefix and that were created, and last got an item, before `before` (Unix
   * milliseconds; the last item counts to the hour). Returns their number. Ends early when `signal` aborts.
   */
  deleteIdleConversations(before: number, idPrefix: string, signal?: AbortSignal): Promise<number>;

  /** Appends items; an item whose id already exists stays unchanged. False when the conversation does not exist. */
  addConversationItems(
    owner: string,
    id: string,
    items: readonly ConversationItem[],
    addition?: ItemAddition,
  ): Promise<boolean>;
  getConversationItem(owner: string, id: string, itemId: string): Promise<JsonObject | undefined>;
  deleteConversationItem(owner: string, id: string, itemId: string): Promise<boolean>;
  /**
   * A snapshot of all items, oldest first; other readers may share the same objects. `undefined` when the
   * conversation does not exist. Throws `context-overflow` when the items exceed what a store reads for one request.
   */
  readConversation(owner: string, id: string): Promise<readonly ConversationItem[] | undefined>;
  /**
   * `undefined` when the conversation does not exist. Throws `invalid-request` when `after` names no item of it; an
   * item deleted within the last day is accepted, and the page starts at its former position.
   */
  listConversationItems(owner: string, id: string, page: PageRequest): Promise<Page<ConversationItem> | undefined>;
}
