// Items of a conversation: their stored form, and their messages.
import { type ConversationItem, EngineError, type JsonObject, type Warning } from '@org/engine';
import { responseInputItemSchema, type ResponseInputItem } from '@org/protocol/responses';
import { decodeItem, type DecodedItem } from './decode/decode-item.js';
import { decodeItems } from './decode/decode-items.js';
import type { DecryptContent } from './decode/decode-reasoning.js';
import { inputForm } from './decode/input-form.js';
import { refuse } from './decode/refuse.js';
import { resolveItems } from './decode/resolve-items.js';
import { requireCallIds } from './rules/require-call-ids.js';
import { requireReadableCompactions } from './rules/require-readable-compactions.js';
import { requireReadableIds } from './rules/require-readable-ids.js';
import { inputItems } from './snapshot.js';

/**
 * Decodes one item of a conversation, for {@link joinItems}: it is the same in every history that contains it.
 * Warnings about unsupported content were returned when the client sent it. Throws `internal` for an item that this
 * service could not have stored.
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
 * Items that a client adds to a conversation, in stored form: complete, each with an id, references replaced by what
 * `found` has for them. New ids are derived from `seed`, which is unique. Throws for a missing or duplicate item, for
 * a compaction that cannot be decrypted, and for a call without a call id.
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

/**
 * Warnings for added items that most models cannot see, each with its path: the model that will read the conversation
 * is not known yet.
 */
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
