import { tagText } from '@org/protocol/schema';
import type { ResolvedItem } from '../decode/resolve-items.js';
import { isOfClientTool } from '../client-tools/client-tools.js';
import { isProgrammatic } from '../decode/programmatic.js';

/**
 * Whether one look tells that the items break no rule: ids are unique, no call id is empty, and every call is answered, all
 * in their order. So it is in almost every input. The rules themselves are asked about the others: they know exceptions,
 * and the words for a fault.
 */
export function arePlain(items: readonly ResolvedItem[]): boolean {
  const ids = new Set<string>();
  const calls = new Set<string>();
  const open: string[] = [];
  let resultCount = 0;
  for (const { item } of items) {
    const id = item['id'];
    if (typeof id === 'string' && !isNew(ids, id)) return false;
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        if (item.call_id === '' || isProgrammatic(item) || !isNew(calls, item.call_id)) return false;
        open.push(item.call_id);
        break;
      case 'function_call_output':
      case 'custom_tool_call_output':
        if (resultCount === open.length || item.call_id !== open[resultCount] || isProgrammatic(item)) return false;
        resultCount += 1;
        break;
      case undefined:
      case 'message':
      case 'reasoning':
        break;
      default:
        if (isOfClientTool(tagText(item))) return false;
        break;
    }
  }
  return resultCount === open.length;
}

/** Adds first and looks at the size: one look-up for an id, where there are hundreds. */
export function isNew(seen: Set<string>, id: string): boolean {
  const before = seen.size;
  return seen.add(id).size > before;
}
