import { type ToolDefinition, textOf } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import type { ResolvedItem } from '../decode/resolve-items.js';

/** The tools; code continues in the container of the last call in the input, unless the conversation has another. */
export function withRecentContainer(
  tools: readonly ToolDefinition[],
  items: readonly ResolvedItem[],
): readonly ToolDefinition[] {
  const call = items.findLast(({ item }) => item.type === 'code_interpreter_call');
  const recentContainerId = call === undefined ? '' : textOf(jsonOf(call.item)['container_id']);
  if (recentContainerId === '') return tools;
  return tools.map((tool) =>
    tool.kind === 'hosted' && tool.run?.kind === 'code' ? { ...tool, run: { ...tool.run, recentContainerId } } : tool,
  );
}
