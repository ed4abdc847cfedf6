// What the input of a request gives to code that the service runs: attached files, and the container of earlier calls.
import { arrayOf, asText, type CodeRequest, type JsonObject, memberOf, textOf, type ToolDefinition } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import type { ResolvedItem } from '../decode/resolve-items.js';

/** The tools with what the input gives to code. */
export function withCodeInput(
  tools: readonly ToolDefinition[],
  items: readonly ResolvedItem[],
): readonly ToolDefinition[] {
  if (!tools.some((tool) => tool.kind === 'hosted' && tool.run?.kind === 'code')) return tools;
  const input = codeInputOf(items.map(({ item }) => jsonOf(item)));
  return tools.map((tool) =>
    tool.kind === 'hosted' && tool.run?.kind === 'code' ? { ...tool, run: { ...tool.run, ...input } } : tool,
  );
}

function codeInputOf(items: readonly JsonObject[]): Pick<CodeRequest, 'attachedFileIds' | 'recentContainerId'> {
  const contents = items.flatMap(({ content }) => arrayOf(content));
  const fileIds = contents.flatMap((part) => {
    const type = memberOf(part, 'type');
    return type === 'input_file' || type === 'input_image' ? (asText(memberOf(part, 'file_id')) ?? []) : [];
  });
  const call = items.findLast(({ type }) => type === 'code_interpreter_call');
  const containerId = textOf(call?.['container_id']);
  return {
    ...(fileIds.length > 0 && { attachedFileIds: [...new Set(fileIds)] }),
    ...(containerId !== '' && { recentContainerId: containerId }),
  };
}
