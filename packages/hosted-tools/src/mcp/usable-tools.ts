import { isObject, type JsonValue, nestsDeeper, type ServerTool } from '@org/engine';
import type { McpServerLimits } from './mcp-server-settings.js';

/** One tool as its server describes it; `undefined` for one that no model could be offered. */
export function usableTool(
  value: unknown,
  { maxSchemaDepth }: Pick<McpServerLimits, 'maxSchemaDepth'>,
): ServerTool | undefined {
  if (!isObject(value)) return undefined;
  const { name, description, inputSchema, annotations, execution } = value;
  // What else there may be in a name is replaced where a wire does not take it.
  if (typeof name !== 'string' || !/^[\w./:-]{1,128}$/.test(name)) return undefined;
  if (!isObject(inputSchema) || inputSchema['type'] !== 'object' || isDeeper(inputSchema, maxSchemaDepth))
    return undefined;
  // It answers by a task only, which would have to be followed.
  if (isObject(execution) && execution['taskSupport'] === 'required') return undefined;
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema,
    ...(isObject(annotations) && !isDeeper(annotations, maxSchemaDepth) ? { annotations } : {}),
  };
}

/** Characters of what is said of a tool. */
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
