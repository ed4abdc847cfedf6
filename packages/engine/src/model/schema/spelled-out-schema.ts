import type { JsonObject } from '../json.js';

/**
 * The schema of a tool's arguments with its type and its members, which two of the large APIs refuse it without. Arguments are
 * always one object, so neither says anything that was not said.
 */
export function spelledOutSchema(schema: JsonObject): JsonObject {
  const { type, properties } = schema;
  if (isGiven(type) && isGiven(properties)) return schema;
  return { ...schema, ...(!isGiven(type) && { type: 'object' }), ...(!isGiven(properties) && { properties: {} }) };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
