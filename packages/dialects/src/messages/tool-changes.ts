// Beta: tools that join or leave in the middle of a conversation.
import type { JsonObject } from '@org/engine/model/json';
import type { ToolChange } from '@org/engine/model/tool';
import type { MessageParam } from '@org/protocol/messages';
import { isJsonObject, jsonOf } from '../shared/json-of.js';
import { decodeTool } from './decode-tools.js';

/**
 * What a block changes among the tools: a tool joins with its definition, or is referred to and there again, or leaves. A summary
 * repeats the changes of what it stands for. `undefined` for every other block, and for tools of MCP servers, which are not here.
 */
export function decodeToolChanges(block: JsonObject): readonly ToolChange[] | undefined {
  const { type, tool } = block;
  switch (type) {
    case 'tool_addition':
    case 'tool_removal': {
      const change = isJsonObject(tool) ? decodeChange(type, tool) : undefined;
      return change && [change];
    }
    case 'compaction': {
      const { tool_changes: changes } = block;
      if (!Array.isArray(changes)) return undefined;
      return changes.filter(isJsonObject).flatMap((change) => decodeToolChanges(change) ?? []);
    }
    default:
      return undefined;
  }
}

function decodeChange(block: 'tool_addition' | 'tool_removal', { type, name, definition }: JsonObject): ToolChange | undefined {
  if (type === 'tool_definition' && block === 'tool_addition' && isJsonObject(definition)) return { type: 'add', tool: decodeTool(definition) };
  if (type !== 'tool_reference' || typeof name !== 'string') return undefined;
  return { type: block === 'tool_addition' ? 'restore' : 'remove', name };
}

/** The names of the tools that the messages bring with their definitions. */
export function namesOfAddedTools(messages: readonly MessageParam[]): Set<string> {
  const names = new Set<string>();
  for (const { content } of messages) {
    if (content === undefined || typeof content === 'string') continue;
    for (const block of content) {
      if (block.type !== 'tool_addition' && block.type !== 'compaction') continue;
      for (const change of decodeToolChanges(jsonOf(block)) ?? []) if (change.type === 'add' && change.tool.kind !== 'hosted') names.add(change.tool.name);
    }
  }
  return names;
}
