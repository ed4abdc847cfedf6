import { refuse } from '../refuse.js';
import type { ResolvedItem } from '../resolve-items.js';

/** No item comes twice: ids of items and call ids of calls are unique within a request. */
export function requireUniqueItems(items: readonly ResolvedItem[]): void {
  const ids = new Set<string>();
  const callIds = new Set<string>();
  for (const { item, path } of items) {
    const id = item['id'];
    if (typeof id === 'string' && seenBefore(ids, id)) {
      refuse('input', `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`, 'invalid_value');
    }
    if ((item.type === 'function_call' || item.type === 'custom_tool_call') && seenBefore(callIds, item.call_id)) {
      refuse(`${path}.call_id`, `Duplicate tool call found with call_id ${item.call_id}.`, 'invalid_value');
    }
  }
}

/** Adds first and looks at the size: one look-up for an id, where there are hundreds. */
function seenBefore(seen: Set<string>, id: string): boolean {
  const before = seen.size;
  return seen.add(id).size === before;
}
