import { isOfClientTool } from '../client-tools/client-tools.js';
import { refuse } from '../decode/refuse.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/** A call and its output refer to each other by an id, so the id must not be empty. */
export function requireCallIds(items: readonly ResolvedItem[]): void {
  for (const resolvedItem of items) {
    const { item } = resolvedItem;
    if (item['call_id'] !== '') continue;
    if (!isCall(item.type)) continue;
    const param = `${pathOf(resolvedItem)}.call_id`;
    refuse(
      param,
      `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
      'empty_string',
    );
  }
}

const neutralTypes: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'function_call_output',
  'custom_tool_call_output',
]);

/** Whether items of a type are calls or outputs. */
function isCall(itemType: unknown): boolean {
  return typeof itemType === 'string' && (neutralTypes.has(itemType) || isOfClientTool(itemType));
}
