// The dialect's own bag on a neutral value (`extensions.messages`). Its rule: it holds what is left of the wire object
// once the neutral meaning was taken out, under the wire's own names; where a neutral field covers a wire field only in
// part, the bag holds the rest of that field. Encoding puts both together again, so unknown fields survive.
import type { Extensions, JsonObject } from '@org/engine';
import { isEmpty, jsonOf, withMember } from '../shared/json-of.js';

/** The one key that is not the wire's: which of several equivalent wire forms a value came in. */
export const shapeKey = '$shape';

const noPassthroughFields: JsonObject = {};

/** The bag of a neutral value; empty when it has none. */
export function passthroughFieldsOf(value: { readonly extensions?: Extensions }): JsonObject {
  return value.extensions?.messages ?? noPassthroughFields;
}

/**
 * The `extensions` member for what is left of a wire object, to be spread into a neutral value; nothing at all when
 * nothing is left. A wire field that has the reserved name is dropped.
 */
export function extended(remaining: object, shape?: string): { readonly extensions?: Extensions } {
  if (shape !== undefined && isEmpty(jsonOf(remaining))) return shapeAlone(shape);
  const fields = apiFields(jsonOf(remaining));
  if (shape !== undefined) return { extensions: { messages: withMember(fields, shapeKey, shape) } };
  return isEmpty(fields) ? {} : { extensions: { messages: fields } };
}

/** Most values with a shape have nothing else to keep, and there are few shapes: values share their bags. */
function shapeAlone(shape: string): { readonly extensions: Extensions } {
  const known = shapesAlone.get(shape);
  if (known !== undefined) return known;
  const passthroughFields = { extensions: { messages: { [shapeKey]: shape } } };
  shapesAlone.set(shape, passthroughFields);
  return passthroughFields;
}

const shapesAlone = new Map<string, { readonly extensions: Extensions }>();

/** The same for a value that is already made: the value itself when nothing is left of its wire object. */
export function withRemainingFields<Value extends object>(
  value: Value,
  remaining: JsonObject,
  shape?: string,
): Value & { readonly extensions?: Extensions } {
  return shape === undefined && isEmpty(remaining) ? value : { ...value, ...extended(remaining, shape) };
}

/** The wire fields of a bag. */
export function apiFields(passthroughFields: JsonObject): JsonObject {
  if (!(shapeKey in passthroughFields)) return passthroughFields;
  const { [shapeKey]: _, ...fields } = passthroughFields;
  return fields;
}
