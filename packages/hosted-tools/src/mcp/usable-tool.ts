import { isObject, type JsonValue, nestsDeeper, type ServerTool } from '@org/engine';
import type { McpServerLimits } from './mcp-server-settings.js';

/** Validates one tool of a server; `undefined` for a tool that no model can use. */
export function usableTool(
  value: unknown,
  { maxSchemaDepth }: Pick<McpServerLimits, 'maxSchemaDepth'>,
): ServerTool | undefined {
  if (!isObject(value)) return undefined;
  const { name, description, inputSchema, annotations, execution } = value;
  // Other characters in a name are replaced where an API does not accept them.
  if (typeof name !== 'string' || !/^[\w./:-]{1,128}$/.test(name)) return undefined;
  if (!isObject(inputSchema) || inputSchema['type'] !== 'object' || isDeeper(inputSchema, maxSchemaDepth))
    return undefined;
  // The tool only responds with a task, which would have to be polled.
  if (isObject(execution) && execution['taskSupport'] === 'required') return undefined;
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema,
    ...(isObject(annotations) && !isDeeper(annotations, maxSchemaDepth) ? { annotations } : {}),
  };
}

/** Size of a tool definition, in characters. */
export function sizeOf(tool: ServerTool): number {
  return JSON.stringify(tool).length;
}

function isDeeper(value: JsonValue, maxDepth: number): boolean {
  try {
    return nestsDeeper(JSON.stringify(value), maxDepth);
  } catch {
    return true;
  }
}
