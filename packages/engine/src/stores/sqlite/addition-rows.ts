import type { ConversationItem } from '../../ports/conversation-store.js';
import type { TurnAddition } from '../../ports/store.js';
import type { TurnEvent } from '../../ports/turn-event-log.js';
import { toItemKey, toKeyText } from '../key-text.js';

/** A conversation item on its way to the writer. */
export interface ConversationItemRow {
  /** The id as `toItemKey` writes it. */
  readonly key: string;
  /** The item with its id as JSON. */
  readonly content: string;
}

/** What is written with a turn, as plain values that cross to another thread cheaply. */
export interface AdditionRow {
  readonly events: readonly TurnEvent[];
  readonly jobRequest: string | null;
  /** The attempt whose lease must be held. */
  readonly attempt: number | null;
  readonly conversation: { readonly id: string; readonly items: readonly ConversationItemRow[] } | null;
}

export function toConversationItemRow({ id, value }: ConversationItem): ConversationItemRow {
  return { key: toItemKey(id), content: JSON.stringify({ id, value } satisfies ConversationItem) };
}

/** Absent when nothing is written beside the turn. */
export function toAdditionRow({ events = [], jobRequest, lease, conversation }: TurnAddition): AdditionRow | undefined {
  if (events.length === 0 && jobRequest === undefined && lease === undefined && conversation === undefined) return undefined;
  return {
    events,
    jobRequest: jobRequest === undefined ? null : JSON.stringify(jobRequest),
    attempt: lease?.attempt ?? null,
    conversation: conversation === undefined ? null : { id: toKeyText(conversation.id), items: conversation.items.map(toConversationItemRow) },
  };
}
