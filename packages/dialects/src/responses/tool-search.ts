// Tools that are found on the way, where the client itself searches. To a model the search is a function like any other; on
// this wire it is a tool, a call and an output of their own.
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { ToolCallPart, ToolResultPart } from '@org/engine/model/part';
import type { FunctionTool, ToolDefinition } from '@org/engine/model/tool';
import type { ResponseToolSearchOutputItemParam, Tool, ToolSearchCall } from '@org/protocol/responses';
import { isJsonObject, jsonOf } from '../shared/json-of.js';
import { toExtensions } from './extensions.js';

/** What the function is called. */
const searchName = 'tool_search';

const anyQuery: JsonObject = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

/** The search that the client answers, if there is one. A function of the same name leaves no name for it. */
export function clientSearch(tools: readonly Tool[]): Tool | undefined {
  const search = tools.find((tool) => tool.type === 'tool_search' && isClients(tool));
  return search === undefined || tools.some((tool) => (tool.type === 'function' || tool.type === 'custom') && tool.name === searchName) ? undefined : search;
}

/** Whether the client, and not the server of this wire, does what a tool or an item says. */
export function isClients(wire: object): boolean {
  return jsonOf(wire)['execution'] === 'client';
}

/** The tool as the function that a model is offered. */
export function decodeSearchTool(tool: Tool): FunctionTool {
  const whole = jsonOf(tool);
  const { description, parameters } = whole;
  return {
    kind: 'function',
    name: searchName,
    ...(typeof description === 'string' && { description }),
    inputSchema: isJsonObject(parameters) ? parameters : anyQuery,
    extensions: toExtensions({ whole }),
  };
}

/** A call as it comes back from the client. */
export function decodeSearchCall(item: ToolSearchCall, callId: string): ToolCallPart {
  const argumentsText = JSON.stringify(item.arguments ?? {});
  return { type: 'tool-call', callId, name: searchName, kind: 'function', argumentsText, extensions: toExtensions({ whole: jsonOf(item) }) };
}

/** What the client found, in words; `found` may be called from here on. */
export function decodeSearchOutput(item: ResponseToolSearchOutputItemParam, callId: string, found: readonly ToolDefinition[]): ToolResultPart {
  const names = found.flatMap((tool) => (tool.kind === 'hosted' ? [] : [tool.namespace === undefined ? tool.name : `${tool.namespace}__${tool.name}`]));
  const text = names.length === 0 ? 'No tool was found.' : names.map((name) => `The tool ${name} is available now.`).join('\n');
  return { type: 'tool-result', callId, kind: 'function', content: [{ type: 'text', text }], toolChanges: found.map((tool) => ({ type: 'add', tool })), extensions: toExtensions({ whole: jsonOf(item) }) };
}

/** Whether a call that a model made is a search. */
export function isSearchCall({ name, namespace, kind }: ToolCallPart): boolean {
  return name === searchName && namespace === undefined && kind === 'function';
}

/** What a search says by its neutral fields alone. Arguments that are cut are no JSON yet, and stay text. */
export function searchCallMembers({ callId, argumentsText }: ToolCallPart) {
  return { call_id: callId, execution: 'client' as const, arguments: parsed(argumentsText) };
}

function parsed(text: string): JsonValue {
  if (text === '') return {};
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
