// Tools that are found along the way, where the client itself searches.
import { isObject, type JsonObject, type JsonValue, parseExactly, textOf } from '@org/engine';
import type { ClientTool } from './client-tool.js';

const anyQuery: JsonObject = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

export const searchTool: ClientTool = {
  name: 'tool_search',
  toolTypes: ['tool_search'],
  callType: 'tool_search_call',
  outputType: 'tool_search_output',
  label: 'tool search call',
  form(tool) {
    if (!isClients(tool)) return undefined;
    const { description, parameters } = tool;
    return {
      ...(typeof description === 'string' && { description }),
      inputSchema: isObject(parameters) ? parameters : anyQuery,
    };
  },
  readCall: (item) => (isClients(item) ? (item['arguments'] ?? {}) : undefined),
  readOutput(item) {
    if (!isClients(item)) return undefined;
    const { tools } = item;
    const names = Array.isArray(tools) ? tools.filter(isObject).flatMap(namesIn) : [];
    const text =
      names.length === 0 ? 'No tool was found.' : names.map((name) => `The tool ${name} is available now.`).join('\n');
    return { content: [{ type: 'text', text }] };
  },
  writeCall: (argumentsText) => ({ execution: 'client', arguments: parsed(argumentsText) }),
};

/** Whether the client, and not the server of this API, runs the tool or item. */
export function isClients(payload: JsonObject): boolean {
  return payload['execution'] === 'client';
}

function namesIn({ type, name, tools }: JsonObject): string[] {
  if (type === 'namespace')
    return Array.isArray(tools)
      ? tools
          .filter(isObject)
          .flatMap(namesIn)
          .map((member) => `${textOf(name)}__${member}`)
      : [];
  return (type === 'function' || type === 'custom') && typeof name === 'string' ? [name] : [];
}

/** Truncated arguments are no valid JSON and stay text. */
function parsed(text: string): JsonValue {
  if (text === '') return {};
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
