// Beta: tools added or removed in the middle of a conversation.
import { isObject, type JsonObject, type ToolChange, type ToolDefinition, type Warning } from '@org/engine';
import type { MessageParam } from '@org/protocol/messages';
import type { DecodePolicy } from '../../dialect.js';
import { jsonOf } from '../../shared/json-of.js';
import { decodeTool, dropHosted } from './decode-tools.js';

/**
 * Tool changes of a block: a tool is added with its definition, restored by reference, or removed. A summary repeats
 * the changes of what it replaces. `undefined` for every other block, and for tools of MCP servers, which are not
 * handled here.
 */
export function decodeToolChanges(block: JsonObject): readonly ToolChange[] | undefined {
  const { type, tool } = block;
  switch (type) {
    case 'tool_addition':
    case 'tool_removal': {
      const change = isObject(tool) ? decodeChange(type, tool) : undefined;
      return change && [change];
    }
    case 'compaction': {
      const { tool_changes: changes } = block;
      if (!Array.isArray(changes)) return undefined;
      return changes.filter(isObject).flatMap((change) => decodeToolChanges(change) ?? []);
    }
    default:
      return undefined;
  }
}

function decodeChange(
  block: 'tool_addition' | 'tool_removal',
  { type, name, definition }: JsonObject,
): ToolChange | undefined {
  if (type === 'tool_definition' && block === 'tool_addition' && isObject(definition))
    return { type: 'add', tool: decodeTool(definition) };
  if (type !== 'tool_reference' || typeof name !== 'string') return undefined;
  return { type: block === 'tool_addition' ? 'restore' : 'remove', name };
}

/** The names of the tools that the messages bring with their definitions. */
export function namesOfAddedTools(messages: readonly MessageParam[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [tool] of addedTools(messages)) if (tool.name !== undefined) names.add(tool.name);
  return names;
}

/** Warnings for added tools that only the vendor's servers can run; see {@link dropHosted}. */
export function warnOfAddedTools(messages: readonly MessageParam[], policy: DecodePolicy): readonly Warning[] {
  return addedTools(messages).flatMap(([tool, path]) =>
    tool.kind === 'hosted' ? [dropHosted(tool, path, policy)] : [],
  );
}

/** Tools that arrive with their definitions, and the blocks that contain them. */
function addedTools(messages: readonly MessageParam[]): readonly (readonly [tool: ToolDefinition, path: string])[] {
  const added: [ToolDefinition, string][] = [];
  for (let at = 0; at < messages.length; at += 1) {
    const content = messages[at]?.content;
    if (content === undefined || typeof content === 'string') continue;
    for (let index = 0; index < content.length; index += 1) {
      const block = content[index];
      if (block === undefined || (block.type !== 'tool_addition' && block.type !== 'compaction')) continue;
      for (const change of decodeToolChanges(jsonOf(block)) ?? [])
        if (change.type === 'add') added.push([change.tool, `messages.${at}.content.${index}`]);
    }
  }
  return added;
}
