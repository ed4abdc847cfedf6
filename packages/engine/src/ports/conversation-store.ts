import type { JsonObject } from '../model/json.js';
import type { Page, PageRequest } from './page.js';

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

export interface ConversationStore {
  /** False when the owner has a conversation of this id. */
  createConversation(conversation: ConversationRecord, items: readonly ConversationItem[]): Promise<boolean>;
  getConversation(owner: string, id: string): Promise<ConversationRecord | undefined>;
  /** Replaces the metadata. False when there is no such conversation. */
  setConversationMetadata(owner: string, id: string, metadata: JsonObject): Promise<boolean>;
  /** Deletes it with its items. Turns that took part in it stay. */
  deleteConversation(owner: string, id: string): Promise<boolean>;

  /** Adds items at the end; one whose id is there already stays as it is. False when there is no such conversation. */
  addConversationItems(owner: string, id: string, items: readonly ConversationItem[]): Promise<boolean>;
  getConversationItem(owner: string, id: string, itemId: string): Promise<JsonObject | undefined>;
  deleteConversationItem(owner: string, id: string, itemId: string): Promise<boolean>;
  /** `undefined` when there is no such conversation. Throws `invalid-request` when `after` names no item of it. */
  listConversationItems(owner: string, id: string, page: PageRequest): Promise<Page<ConversationItem> | undefined>;
}
