import { tagText } from '@org/protocol/schema';
import type { ResolvedItem } from '../decode/resolve-items.js';
import { isOfClientTool } from '../client-tools/client-tools.js';
import { isProgrammatic } from '../decode/is-programmatic.js';

/**
 * Whether one scan shows that the items break no rule: ids are unique, no call id is empty, and every call has its
 * output, all in order. Almost every input passes. Only other inputs go through the rules themselves, which know the
 * exceptions and the error messages.
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

/** Adds first and compares the size: one look-up per id, where there are hundreds. */
export function isNew(seen: Set<string>, id: string): boolean {
  const before = seen.size;
  return seen.add(id).size > before;
}
