import { isList, isObject, type JsonObject, type JsonValue, type ToolDefinition } from '@org/engine';

const forms = ['anyOf', 'oneOf', 'allOf'];
const keywords: ReadonlySet<string> = new Set([...forms, 'enum', 'not']);

/**
 * Returns the tool with a single object input that has the members of all alternatives at the top of its schema; the
 * tool itself without alternatives.
 */
export function withoutTopLevelAlternatives(tool: ToolDefinition): ToolDefinition {
  if (tool.kind !== 'function' || !Object.keys(tool.inputSchema).some((keyword) => keywords.has(keyword))) return tool;
  const { inputSchema } = tool;
  const remaining = Object.fromEntries(Object.entries(inputSchema).filter(([keyword]) => !keywords.has(keyword)));
  const properties = [
    ...forms.flatMap((form) => (isList(inputSchema[form]) ? inputSchema[form] : [])),
    inputSchema,
  ].reduce<JsonObject>((all, one) => ({ ...all, ...propertiesOf(one) }), {});
  return { ...tool, inputSchema: { ...remaining, type: 'object', properties } };
}

function propertiesOf(schema: JsonValue): JsonObject {
  return isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
}
