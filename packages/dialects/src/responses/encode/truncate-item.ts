import type { ResponseOutputItem } from '@org/protocol/responses';
import { jsonOf, verbatim } from '../../shared/json-of.js';

/** Marks an open item as incomplete. Kinds whose statuses have no such value become failed or not completed. */
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
