import { refuse } from '../refuse.js';
import { pathOf, type ResolvedItem } from '../resolve-items.js';
import { isNew } from './plain-items.js';

/** No item comes twice: ids of items and call ids of calls are unique within a request. */
export function requireUniqueItems(items: readonly ResolvedItem[]): void {
  const ids = new Set<string>();
  const callIds = new Set<string>();
  for (const place of items) {
    const { item } = place;
    const id = item['id'];
    if (typeof id === 'string' && !isNew(ids, id)) {
      refuse('input', `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`, 'invalid_value');
    }
    if ((item.type === 'function_call' || item.type === 'custom_tool_call') && !isNew(callIds, item.call_id)) {
      refuse(`${pathOf(place)}.call_id`, `Duplicate tool call found with call_id ${item.call_id}.`, 'invalid_value');
    }
  }
}
