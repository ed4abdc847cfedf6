// Item ids, derived from the response's own id, so that the stream, the final object and the stored response agree
// without any state. They are unique because the response's id is.

const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  tool_search_call: 'tsc',
  tool_search_output: 'tso',
  compaction: 'cmp',
  web_search_call: 'ws',
  file_search_call: 'fs',
  code_interpreter_call: 'ci',
  image_generation_call: 'ig',
  computer_call: 'cu',
  computer_call_output: 'cuo',
  shell_call: 'sh',
  shell_call_output: 'sho',
  local_shell_call: 'lsh',
  local_shell_call_output: 'lsho',
  apply_patch_call: 'apc',
  apply_patch_call_output: 'apco',
  mcp_call: 'mcp',
  mcp_list_tools: 'mcpl',
  mcp_approval_request: 'mcpr',
};

/**
 * The id of an item; undefined for an item without one, for which some clients send an empty string. In outputs of
 * the earlier shell form the member is the id of the call, unless this service made the id: lists show it that way,
 * and clients may send it back.
 */
export function itemIdOf(item: object): string | undefined {
  const { type, id }: { readonly type?: unknown; readonly id?: unknown } = item;
  if (typeof id !== 'string' || id === '') return undefined;
  return type !== 'local_shell_call_output' || id.startsWith(`${prefixOf(type)}_`) ? id : undefined;
}

/** Id of the output item that starts with part `partIndex` of the response. */
export function outputItemId(itemType: string, responseId: string, partIndex: number): string {
  return `${prefixOf(itemType)}_${suffixOf(responseId)}_${partIndex}`;
}

/** Id of input item `index` that arrived without one. */
export function inputItemId(itemType: string, responseId: string, index: number): string {
  return `${prefixOf(itemType)}_${suffixOf(responseId)}_i${index}`;
}

function prefixOf(itemType: string): string {
  return prefixes[itemType] ?? 'item';
}

/** The part of a response's id after the prefix; the full id when it has no prefix. */
function suffixOf(responseId: string): string {
  return responseId.slice(responseId.indexOf('_') + 1);
}
