// The dialect's passthrough fields of a neutral value (`extensions.messages`). They hold the remainder of the API
// object after its neutral meaning was removed, under the API's own names; where a neutral field covers an API field
// only in part, they hold the rest of that field. Encoding merges both again, so unknown fields survive.
import type { Extensions, JsonObject } from '@org/engine';
import { isEmpty, jsonOf, withMember } from '../shared/json-of.js';

/** The one key that is not the API's: which of several equivalent API forms a value had. */
export const shapeKey = '$shape';

const noPassthroughFields: JsonObject = {};

/** Passthrough fields of a neutral value; empty when it has none. */
export function passthroughFieldsOf(value: { readonly extensions?: Extensions }): JsonObject {
  return value.extensions?.messages ?? noPassthroughFields;
}

/**
 * The `extensions` member for the remainder of an API object, to be spread into a neutral value; empty when nothing
 * remains. Drops an API field that has the reserved name.
 */
export function extended(remaining: object, shape?: string): { readonly extensions?: Extensions } {
  if (shape !== undefined && isEmpty(jsonOf(remaining))) return shapeAlone(shape);
  const fields = apiFields(jsonOf(remaining));
  if (shape !== undefined) return { extensions: { messages: withMember(fields, shapeKey, shape) } };
  return isEmpty(fields) ? {} : { extensions: { messages: fields } };
}

/** Most values with a shape have no other passthrough fields, and there are few shapes: values share these objects. */
function shapeAlone(shape: string): { readonly extensions: Extensions } {
  const known = shapesAlone.get(shape);
  if (known !== undefined) return known;
  const passthroughFields = { extensions: { messages: { [shapeKey]: shape } } };
  shapesAlone.set(shape, passthroughFields);
  return passthroughFields;
}

const shapesAlone = new Map<string, { readonly extensions: Extensions }>();

/** Adds the remaining fields to an existing value: the value itself when nothing of its API object remains. */
export function withRemainingFields<Value extends object>(
  value: Value,
  remaining: JsonObject,
  shape?: string,
): Value & { readonly extensions?: Extensions } {
  return shape === undefined && isEmpty(remaining) ? value : { ...value, ...extended(remaining, shape) };
}

/** API fields among the passthrough fields. */
export function apiFields(passthroughFields: JsonObject): JsonObject {
  if (!(shapeKey in passthroughFields)) return passthroughFields;
  const { [shapeKey]: _, ...fields } = passthroughFields;
  return fields;
}
