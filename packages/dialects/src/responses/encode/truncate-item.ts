import type { ResponseOutputItem } from '@org/protocol/responses';
import { jsonOf, verbatim } from '../../shared/json-of.js';

/** What was open did not come to its end. Kinds whose statuses have no word for that have failed, or never were completed. */
export function truncateItem(item: ResponseOutputItem): ResponseOutputItem {
  switch (item.type) {
    case 'message':
    case 'reasoning':
    case 'function_call':
    case 'custom_tool_call':
    case 'mcp_call':
    case 'code_interpreter_call':
    case 'file_search_call':
      return { ...item, status: 'incomplete' };
    case 'web_search_call':
    case 'image_generation_call':
      return { ...item, status: 'failed' };
    case 'apply_patch_call':
      return item;
    default:
      return item['status'] === 'in_progress' ? verbatim({ ...jsonOf(item), status: 'incomplete' }) : item;
  }
}
