import type { JsonObject } from '../json/json-value.js';

/**
 * The schema of a tool's arguments with its type and its members, which two of the large APIs refuse it without. Arguments are
 * always one object, so neither says anything that was not said.
 */
export function inlineSchemaReferences(schema: JsonObject): JsonObject {
  const { type, properties } = schema;
  if (type !== undefined && properties !== undefined) return schema;
  return {
    ...schema,
    ...(type === undefined && { type: 'object' }),
    ...(properties === undefined && { properties: {} }),
  };
}
