// The sentences about types and fields, put into the JSON schemas that zod makes, which know none.
import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Descriptions of one component: its own under the empty name, those of its fields under their names, joined by dots. */
export type Descriptions = Readonly<Record<string, string>>;

/** Adds a `description` to the schema where available. Referenced schemas have their own descriptions. */
export function withDescriptions(schema: JsonObject, descriptions: Descriptions): JsonObject {
  return described(schema, '', descriptions);
}

function described(schema: JsonObject, path: string, descriptions: Descriptions): JsonObject {
  const sentence = descriptions[path];
  return {
    ...(sentence === undefined ? {} : { description: sentence }),
    ...withFieldsDescribed(schema, path, descriptions),
  };
}

function withFieldsDescribed(schema: JsonObject, path: string, descriptions: Descriptions): JsonObject {
  return mapped(schema, (key, value) => below(key, value, path, descriptions));
}

function below(
  key: string,
  value: JsonValue | undefined,
  path: string,
  descriptions: Descriptions,
): JsonValue | undefined {
  /** A part of the same value, which already has a description. */
  const part = (each: JsonValue): JsonValue => (isObject(each) ? withFieldsDescribed(each, path, descriptions) : each);
  switch (key) {
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return isList(value) ? value.map(part) : value;
    case 'items':
      return isObject(value) ? part(value) : value;
    case 'properties':
      return isObject(value)
        ? mapped(value, (name, field) =>
            isObject(field) ? described(field, path === '' ? name : `${path}.${name}`, descriptions) : field,
          )
        : value;
    default:
      return value;
  }
}

function mapped(
  object: JsonObject,
  change: (key: string, value: JsonValue | undefined) => JsonValue | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}
