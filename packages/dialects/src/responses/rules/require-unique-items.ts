import { clientCallIn } from '../client-tools/decode-client-item.js';
import { refuse } from '../decode/refuse.js';
import { pathOf, type InputItem, type ResolvedItem } from '../decode/resolve-items.js';
import { itemIdOf } from '../item-ids.js';
import { isNew } from './are-plain.js';

/** Rejects duplicate items: item ids and call ids of calls are unique within a request. */
export function requireUniqueItems(items: readonly ResolvedItem[]): void {
  const ids = new Set<string>();
  const callIds = new Set<string>();
  for (const resolvedItem of items) {
    const { item } = resolvedItem;
    const id = itemIdOf(item);
    if (id !== undefined && !isNew(ids, id)) {
      refuse(
        'input',
        `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
        'invalid_value',
      );
    }
    const callId = callIdIn(item);
    if (callId !== undefined && !isNew(callIds, callId)) {
      refuse(`${pathOf(resolvedItem)}.call_id`, `Duplicate tool call found with call_id ${callId}.`, 'invalid_value');
    }
  }
}

/** The id of a call; undefined for every other item. */
function callIdIn(item: InputItem): string | undefined {
  if (item.type === 'function_call' || item.type === 'custom_tool_call') return item.call_id;
  return clientCallIn(item)?.callId;
}
