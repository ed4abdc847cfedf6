import type { ResponseOutputItem } from '@org/protocol/responses';

/** An item as `output_item.added` shows it: what is fixed is there, what grows is empty, and it is in progress. */
export function openingItem(item: ResponseOutputItem): ResponseOutputItem {
  const status = 'status' in item ? { status: 'in_progress' as const } : {};
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'reasoning': {
      const { content: _, encrypted_content: __, ...fixed } = item;
      return { ...fixed, ...status, summary: [] };
    }
    case 'function_call':
      return { ...item, ...status, arguments: '' };
    case 'custom_tool_call':
      return { ...item, ...status, input: '' };
    case 'mcp_call':
      return { ...item, ...status, arguments: '', output: null, error: null };
    case 'mcp_list_tools':
      return { ...item, tools: [] };
    case 'code_interpreter_call':
      return { ...item, ...status, code: '', outputs: null };
    case 'shell_call':
      return { ...item, ...status, action: { ...item.action, commands: [] } };
    case 'web_search_call':
    case 'file_search_call':
    case 'image_generation_call':
    case 'tool_search_call':
    case 'tool_search_output':
      return { ...item, ...status };
    default:
      return item;
  }
}
