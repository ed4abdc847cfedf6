// Encodes neutral tools for the API.
import {
  type CustomTool,
  type FunctionTool,
  type HostedTool,
  isObject,
  type JsonObject,
  type ToolDefinition,
} from '@org/engine';
import { equalJson } from '../../shared/json-of.js';
import { passthroughFieldsOf } from '../extensions.js';

/** API tools that `decodeTools` decodes to `tools`. Hosted tools of another dialect have no form here. */
export function encodeTools(tools: readonly ToolDefinition[]): JsonObject[] {
  const api: JsonObject[] = [];
  let open: { readonly group: JsonObject; readonly members: JsonObject[] } | undefined;
  for (const tool of tools) {
    if (tool.kind === 'hosted' && tool.dialect !== 'responses') continue;
    const group = groupOf(tool);
    if (group === undefined) {
      open = undefined;
      api.push(encodeTool(tool));
    } else if (open !== undefined && equalJson(open.group, group)) {
      open.members.push(encodeTool(tool));
    } else {
      open = { group, members: [encodeTool(tool)] };
      api.push(namespaceTool(open.group, open.members));
    }
  }
  return api;
}

function encodeTool(tool: ToolDefinition): JsonObject {
  switch (tool.kind) {
    case 'function':
      return passthroughFieldsOf(tool.extensions).original ?? encodeFunction(tool);
    case 'custom':
      return encodeCustom(tool);
    case 'hosted':
      return tool.value;
  }
}

function encodeFunction(tool: FunctionTool): JsonObject {
  return {
    type: 'function',
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.extensions?.responses?.['bare'] !== true && { parameters: tool.inputSchema }),
    ...(tool.strict !== undefined && { strict: tool.strict }),
    ...apiToolOf(tool),
  };
}

function encodeCustom(tool: CustomTool): JsonObject {
  return {
    type: 'custom',
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.format.type === 'grammar' && { format: tool.format }),
    ...apiToolOf(tool),
  };
}

function namespaceTool(group: JsonObject, members: readonly JsonObject[]): JsonObject {
  const original = group['members'];
  return { type: 'namespace', name: group['name'], ...(isObject(original) && original), tools: members };
}

/** The namespace of a tool: as received, or by name only when the tool comes from another dialect. */
function groupOf(tool: ToolDefinition): JsonObject | undefined {
  const original = tool.extensions?.responses?.['group'];
  if (isObject(original)) return original;
  return tool.kind === 'hosted' || tool.namespace === undefined ? undefined : { name: tool.namespace };
}

function apiToolOf(tool: FunctionTool | CustomTool | HostedTool): JsonObject {
  const original = tool.extensions?.responses?.['payload'];
  return isObject(original) ? original : {};
}
