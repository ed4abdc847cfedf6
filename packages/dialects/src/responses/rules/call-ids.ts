import { refuse } from '../refuse.js';
import { pathOf, type ResolvedItem } from '../resolve-items.js';

/** A call and its output name each other by an id, so the id is not empty. */
export function requireCallIds(items: readonly ResolvedItem[]): void {
  for (const place of items) {
    const { item } = place;
    if (item['call_id'] !== '') continue;
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const param = `${pathOf(place)}.call_id`;
        refuse(
          param,
          `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
          'empty_string',
        );
      }
      default:
        break;
    }
  }
}
