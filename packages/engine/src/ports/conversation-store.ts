import type { JsonObject } from '../json/json-value.js';
import type { CompletedAttempt } from './idempotency-store.js';
import type { Page, PageRequest } from './page.js';
import type { Unwatch } from './turn-event-log.js';

/** A named list of items that turns read and add to. It has no end of its own: it is kept until it is deleted. */
export interface ConversationRecord {
  readonly id: string;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly metadata: JsonObject;
}

/** A wire item of a conversation. */
export interface ConversationItem {
  readonly id: string;
  readonly value: JsonObject;
}

/** A turn's place in the line of those that want to go on with one conversation. */
export interface LockTicket {
  readonly owner: string;
  readonly conversationId: string;
  /** Above the numbers of all who came before, whichever replica they came to. Never given out again. */
  readonly number: number;
}

/**
 * Turns of one conversation wait in a line, over all replicas. A place is a lease by the store's clock that its holder keeps
 * renewing: nobody waits for a process that vanished. `heldTickets`: numbers of places in the same line that the caller still works in. Those
 * that ran out and that nobody removed are renewed in the same step, so that a clock which jumps takes no place from its holder.
 */
export interface ConversationLockStore {
  /** Takes the last place for `leaseMs`, and removes those that ran out. `undefined` when there is no such conversation. */
  enqueueTicket(
    owner: string,
    id: string,
    leaseMs: number,
    heldTickets?: readonly number[],
  ): Promise<LockTicket | undefined>;
  /** `lost`: others may have gone by, because the place was not renewed in time, or the conversation was deleted. */
  readTicket(ticket: LockTicket): Promise<'first' | 'waiting' | 'lost'>;
  /** Keeps the place for `leaseMs` from now on, and removes those before it that ran out. False when it is lost. */
  renewTicket(ticket: LockTicket, leaseMs: number, heldTickets?: readonly number[]): Promise<boolean>;
  /** Gives the place up. `putTurn` with this place does so as well. */
  releaseTicket(ticket: LockTicket): Promise<void>;
  /** Calls `wake` after somebody left the line, on whichever replica. May call without a reason. */
  watchTickets(owner: string, id: string, wake: () => void): Promise<Unwatch>;
}

/** How items are added to a conversation. */
export interface ItemAddition {
  /** Ids that the caller has found nothing under. When one of them is there by now, it throws `conflict` that names `items`, and adds nothing. */
  readonly fresh?: readonly string[];
  readonly completedAttempt?: CompletedAttempt | undefined;
}

/** `completedAttempt`: the answer to the idempotent request that wants this, as with `putTurn`: kept in the same step, or `conflict` and nothing is written. */
export interface ConversationStore extends ConversationLockStore {
  /** False when the owner has a conversation of this id. */
  createConversation(
    conversation: ConversationRecord,
    items: readonly ConversationItem[],
    completedAttempt?: CompletedAttempt,
  ): Promise<boolean>;
  getConversation(owner: string, id: string): Promise<ConversationRecord | undefined>;
  /** Replaces the metadata. False when there is no such conversation. */
  setConversationMetadata(
    owner: string,
    id: string,
    metadata: JsonObject,
    completedAttempt?: CompletedAttempt,
  ): Promise<boolean>;
  /** Deletes it with its items, many of them in pieces, as `deleteTurn` does. Turns that took part in it stay. */
  deleteConversation(owner: string, id: string): Promise<boolean>;

  /** Adds items at the end; one whose id is there already stays as it is. False when there is no such conversation. */
  addConversationItems(
    owner: string,
    id: string,
    items: readonly ConversationItem[],
    addition?: ItemAddition,
  ): Promise<boolean>;
  getConversationItem(owner: string, id: string, itemId: string): Promise<JsonObject | undefined>;
  deleteConversationItem(owner: string, id: string, itemId: string): Promise<boolean>;
  /**
   * All items as they stood at one moment, oldest first; other readers may have the same objects. `undefined` when there is no such
   * conversation. Throws `context-overflow` when that is more than a store reads for one request.
   */
  readConversation(owner: string, id: string): Promise<readonly ConversationItem[] | undefined>;
  /**
   * `undefined` when there is no such conversation. Throws `invalid-request` when `after` names no item of it; one that was deleted
   * within the last day may be named, and the page begins where it stood.
   */
  listConversationItems(owner: string, id: string, page: PageRequest): Promise<Page<ConversationItem> | undefined>;
}
