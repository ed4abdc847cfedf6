import type { JsonObject } from '../json/json-value.js';

/**
 * Adds type and properties to the schema of a tool's arguments, because two of the large APIs reject schemas without
 * them. Arguments are always one object, so both additions change nothing.
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
