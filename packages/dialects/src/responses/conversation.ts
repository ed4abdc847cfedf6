// Items of a conversation: as it keeps them, and as messages.
import { EngineError } from '@org/engine/errors/engine-error';
import type { JsonObject } from '@org/engine/model/json';
import type { Message } from '@org/engine/model/message';
import type { ConversationItem } from '@org/engine/ports/conversation-store';
import { responseInputItemSchema, type ResponseInputItem } from '@org/protocol/responses';
import { decodeItems } from './decode-items.js';
import type { OpenSeal } from './decode-reasoning.js';
import { inputForm } from './input-form.js';
import { refuse } from './refuse.js';
import { resolveItems } from './resolve-items.js';
import { requireCallIds } from './rules/call-ids.js';
import { requireReadableCompactions } from './rules/readable-compactions.js';
import { requireReadableIds } from './rules/readable-ids.js';
import { inputItems } from './snapshot.js';

/**
 * The items of a conversation as messages. What of them no model can see was told when they were sent. Throws
 * `internal` for an item that this service could not have stored.
 */
export function decodeHistory(items: readonly JsonObject[], open: OpenSeal): readonly Message[] {
  const checked = items.map((item) => {
    const parsed = responseInputItemSchema.safeParse(inputForm(item));
    if (!parsed.success) throw new EngineError('internal', 'The conversation holds an item that cannot be read.', { cause: parsed.error });
    return parsed.data;
  });
  return decodeItems(resolveItems(checked, new Map()), open).messages;
}

/**
 * Items that a client adds to a conversation, as they are kept: in their full form, each with an id, references replaced
 * by what `found` has for them. New ids are made from `seed`, which is unique. Throws for an item that is missing or
 * comes twice, for a compaction that cannot be opened, and for a call without a call id.
 */
export function toConversationItems(items: readonly ResponseInputItem[], found: ReadonlyMap<string, JsonObject>, seed: string, open: OpenSeal): ConversationItem[] {
  const resolved = resolveItems(items, found, 'items');
  requireReadableIds(resolved);
  requireReadableCompactions(resolved, open);
  requireCallIds(resolved);
  const kept = inputItems(items, seed, found).map(({ id, value }) => ({ id, value }));
  const ids = new Set<string>();
  for (const { id } of kept) {
    if (ids.has(id)) refuse('items', `Duplicate item found with id ${id}. Remove duplicate items and try again.`, 'invalid_value');
    ids.add(id);
  }
  return kept;
}
