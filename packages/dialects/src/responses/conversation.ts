// Items of a conversation: as it keeps them, and as messages.
import { type ConversationItem, EngineError, type JsonObject, type Warning } from '@org/engine';
import { responseInputItemSchema, type ResponseInputItem } from '@org/protocol/responses';
import { decodeItem, type DecodedItem } from './decode/decode-item.js';
import { decodeItems } from './decode/decode-items.js';
import type { DecryptContent } from './decode/decode-reasoning.js';
import { inputForm } from './decode/input-form.js';
import { refuse } from './decode/refuse.js';
import { resolveItems } from './decode/resolve-items.js';
import { requireCallIds } from './rules/call-ids.js';
import { requireReadableCompactions } from './rules/readable-compactions.js';
import { requireReadableIds } from './rules/readable-ids.js';
import { inputItems } from './snapshot.js';

/**
 * One item of a conversation, for {@link joinItems}: it is the same in every history that it stands in. What of it no model can see was
 * told when it was sent. Throws `internal` for an item that this service could not have stored.
 */
export function decodeStoredItem(item: JsonObject, open: DecryptContent): DecodedItem {
  const parsed = responseInputItemSchema.safeParse(inputForm(item));
  if (!parsed.success)
    throw new EngineError('internal', 'The service cannot read a stored item of the conversation.', {
      cause: parsed.error,
    });
  const [resolved] = resolveItems([parsed.data], new Map());
  if (resolved === undefined) throw new TypeError('resolveItems returned no item');
  return decodeItem(resolved.item, open, resolved);
}

/**
 * Items that a client adds to a conversation, as they are kept: in their full form, each with an id, references replaced
 * by what `found` has for them. New ids are made from `seed`, which is unique. Throws for an item that is missing or
 * comes twice, for a compaction that cannot be opened, and for a call without a call id.
 */
export function toConversationItems(
  items: readonly ResponseInputItem[],
  found: ReadonlyMap<string, JsonObject>,
  seed: string,
  open: DecryptContent,
): ConversationItem[] {
  const resolved = resolveItems(items, found, 'items');
  requireReadableIds(resolved);
  requireReadableCompactions(resolved, open);
  requireCallIds(resolved);
  const stored = inputItems(items, seed, found).map(({ id, value }) => ({ id, value }));
  const ids = new Set<string>();
  for (const { id } of stored) {
    if (ids.has(id))
      refuse('items', `Duplicate item found with id ${id}. Remove duplicate items and try again.`, 'invalid_value');
    ids.add(id);
  }
  return stored;
}

/** What of items that a client adds most models are not shown, each by its path: which of them will read the conversation is not known yet. */
export function unsupportedItemWarnings(
  items: readonly ResponseInputItem[],
  found: ReadonlyMap<string, JsonObject>,
  open: DecryptContent,
): readonly Warning[] {
  const { warnings } = decodeItems(resolveItems(items, found, 'items'), open, true);
  return warnings.map(({ kind, param, message }) => ({
    kind,
    param,
    message: `${message.replace(/\.$/, '')} unless the model runs at an upstream of this dialect.`,
  }));
}
