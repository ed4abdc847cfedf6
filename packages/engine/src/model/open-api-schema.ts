import type { JsonObject, JsonValue } from './json.js';

/** Words that OpenAPI 3.0 and JSON Schema share, and whose values are no schemas. */
const shared: ReadonlySet<string> = new Set(['title', 'description', 'nullable', 'required', 'minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minProperties', 'maxProperties']);
/** Forms of strings that native Gemini knows; any other is refused. */
const stringFormats: ReadonlySet<unknown> = new Set(['date-time', 'enum']);

/** The schema in the words of OpenAPI 3.0, as native Gemini reads them. Where there is no word, less is said: it allows whatever the schema allows. */
export function openApiSchema(schema: JsonObject): JsonObject {
  return new Converter(schema).convert(schema, []);
}

class Converter {
  constructor(readonly root: JsonObject) {}

  /** `within`: the references that are being spelled out. One that comes back to itself ends there. */
  convert(schema: JsonObject, within: readonly string[]): JsonObject {
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.#resolve(schema, reference, within);
    if (isList(schema['allOf'])) return this.convert(merged(schema, schema['allOf'].filter(isSchema)), within);
    const types = listOf(schema['type']).filter((type) => type !== 'null');
    const choices = [schema['anyOf'], schema['oneOf']].find(isList)?.filter(isSchema) ?? [];
    const real = choices.filter(({ type }) => type !== 'null');
    const nullable = real.length < choices.length || (listOf(schema['type']).includes('null') && types.length > 0);
    const [only] = real;
    if (only !== undefined && real.length === 1) return { ...this.convert({ ...only, ...described(schema) }, within), ...(nullable && { nullable }) };
    const [type] = types;
    const anyOf = types.length > 1 ? types.map((one) => ({ ...schema, type: one })) : real;
    return {
      ...(types.length === 1 && type !== undefined && { type }),
      ...Object.fromEntries(Object.entries(schema).filter(([name]) => shared.has(name))),
      ...(nullable && { nullable }),
      ...(types.length > 1 ? described(schema) : this.#members(schema, type, within)),
      ...(anyOf.length > 0 && { anyOf: anyOf.map((choice) => this.convert(choice, within)) }),
    };
  }

  #members(schema: JsonObject, type: JsonValue | undefined, within: readonly string[]): JsonObject {
    const { properties, items, format } = schema;
    const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
    const named = isSchema(properties) ? Object.entries(properties).map(([name, own]) => [name, isSchema(own) ? this.convert(own, within) : {}] as const) : undefined;
    return {
      ...(named !== undefined && { properties: Object.fromEntries(named) }),
      // A list has to say of what it is.
      ...((isSchema(items) || type === 'array') && { items: isSchema(items) ? this.convert(items, within) : { type: 'string' } }),
      ...(typeof format === 'string' && (type !== 'string' || stringFormats.has(format)) && { format }),
      // Only texts can be listed.
      ...(isList(values) && values.every((value) => typeof value === 'string') && { type: 'string', enum: values }),
    };
  }

  #resolve(schema: JsonObject, reference: string, within: readonly string[]): JsonObject {
    const target = within.includes(reference) ? undefined : this.#find(reference);
    return target === undefined ? { type: 'object', ...described(schema) } : this.convert({ ...target, ...described(schema) }, [...within, reference]);
  }

  #find(reference: string): JsonObject | undefined {
    if (!reference.startsWith('#')) return undefined;
    const steps = reference.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = steps.reduce<JsonValue | undefined>((at, step) => (isSchema(at) && Object.hasOwn(at, step) ? at[step] : undefined), this.root);
    return isSchema(found) ? found : undefined;
  }
}

/** All of them together: their members, and what each demands. */
function merged(schema: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'allOf'));
  return parts.reduce<JsonObject>((all, part) => {
    const properties = { ...objectOf(all['properties']), ...objectOf(part['properties']) };
    const required = [...new Set([...listOf(all['required']), ...listOf(part['required'])])];
    return { ...part, ...all, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
  }, rest);
}

function described({ title, description }: JsonObject): JsonObject {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isSchema(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : isList(value) ? value : [value];
}

function isSchema(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
