import {
  type ConversationItem,
  isLongJson,
  jsonChunks,
  type NewJob,
  type Steps,
  type TurnAddition,
  type TurnEvent,
} from '@org/engine/storage';
import { addsNothing } from '../shared/adds-nothing.js';
import { toItemKey, toKeyText } from '../shared/key-text.js';
import { toOwnContent } from '../shared/own-contents.js';
import { completedRowOf } from './attempt-rows.js';
import type { CompletedRow } from './writer/idempotency-writes.js';

/** A conversation item as sent to the writer. */
export interface ConversationItemRow {
  /** The id as `toItemKey` writes it. */
  readonly key: string;
  /** The item with its id as JSON. */
  readonly content: string | Uint8Array;
}

/** A turn's addition to a conversation, as sent to the writer. */
export interface ConversationAdditionRow {
  readonly id: string;
  readonly items: readonly ConversationItemRow[];
  /** The ticket that the addition releases and that must be held. */
  readonly ticketNumber: number | null;
}

/** A job as sent to the writer. */
export interface NewJobRow {
  readonly queue: string;
  readonly fairQueueKey: number;
  readonly oneOf: string | null;
  readonly request: string;
}

/** What is written with a turn, as plain values that cross to another thread cheaply. */
export interface AdditionRow {
  readonly events: readonly TurnEvent[];
  readonly job: NewJobRow | null;
  /** The attempt whose lease must be held. */
  readonly attempt: number | null;
  readonly unlessCancelled: boolean;
  readonly existing: boolean;
  readonly conversation: ConversationAdditionRow | null;
  readonly completedAttempt: CompletedRow | null;
  readonly maxStoredBytes: number | null;
}

/** The rows of items. Run it with `runInSlices`: items may be long. */
export function* toConversationItemRows(items: readonly ConversationItem[]): Steps<readonly ConversationItemRow[]> {
  const rows: ConversationItemRow[] = [];
  for (const { id, value } of items) {
    if (rows.length > 0) yield;
    const item: ConversationItem = { id, value };
    const content = isLongJson(item) ? yield* toOwnContent([...jsonChunks(item)]) : JSON.stringify(item);
    rows.push({ key: toItemKey(id), content });
  }
  return rows;
}

/** The contents of items. */
export function contentsOf(items: readonly ConversationItemRow[]): readonly (string | Uint8Array)[] {
  return items.map(({ content }) => content);
}

function toNewJobRow({ queue = '', fairQueueKey = 0, oneOf, request }: NewJob): NewJobRow {
  return {
    queue: toKeyText(queue),
    fairQueueKey,
    oneOf: oneOf === undefined ? null : toKeyText(oneOf),
    request: JSON.stringify(request),
  };
}

/** What is written with the turn; undefined when nothing is. */
export function* toAdditionRow(addition: TurnAddition): Steps<AdditionRow | undefined> {
  if (addsNothing(addition)) return undefined;
  const items = yield* toConversationItemRows(addition.conversation?.items ?? []);
  const {
    events = [],
    job,
    lease,
    unlessCancelled = false,
    existing = false,
    conversation,
    completedAttempt,
    maxStoredBytes = null,
  } = addition;
  return {
    events,
    job: job === undefined ? null : toNewJobRow(job),
    attempt: lease?.attempt ?? null,
    unlessCancelled,
    existing,
    conversation:
      conversation === undefined
        ? null
        : { id: toKeyText(conversation.id), items, ticketNumber: conversation.ticket?.number ?? null },
    completedAttempt: completedRowOf(completedAttempt),
    maxStoredBytes,
  };
}
