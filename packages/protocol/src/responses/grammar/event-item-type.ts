import type { ResponseStreamEvent } from '../events/stream-event.js';

/** Which item each event may be about, by the part of its type that names it. */
const itemTypes: ReadonlyMap<string, string> = new Map([
  ['output_text', 'message'],
  ['refusal', 'message'],
  ['function_call_arguments', 'function_call'],
  ['custom_tool_call_input', 'custom_tool_call'],
  ['mcp_call_arguments', 'mcp_call'],
  ['mcp_call', 'mcp_call'],
  ['mcp_list_tools', 'mcp_list_tools'],
  ['reasoning_text', 'reasoning'],
  ['reasoning_summary_part', 'reasoning'],
  ['reasoning_summary_text', 'reasoning'],
  ['code_interpreter_call_code', 'code_interpreter_call'],
  ['code_interpreter_call', 'code_interpreter_call'],
  ['file_search_call', 'file_search_call'],
  ['web_search_call', 'web_search_call'],
  ['image_generation_call', 'image_generation_call'],
  ['shell_call_command', 'shell_call'],
  ['shell_call_output_content', 'shell_call_output'],
  ['compaction', 'compaction'],
]);

/** The type of the item that `event` is about; undefined when any will do. */
export function itemTypeOf(event: ResponseStreamEvent): string | undefined {
  if (event.type === 'response.content_part.added' || event.type === 'response.content_part.done') {
    return event.part.type === 'reasoning_text' ? 'reasoning' : 'message';
  }
  return itemTypes.get(String(event.type).split('.')[1] ?? '');
}
