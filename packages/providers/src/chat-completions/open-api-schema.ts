import { isList, isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine';

/** Keywords that OpenAPI 3.0 and JSON Schema share and whose values are not schemas. */
const shared: ReadonlySet<string> = new Set([
  'title',
  'description',
  'nullable',
  'required',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minProperties',
  'maxProperties',
]);
/** String formats of native Gemini; it rejects any other. */
const stringFormats: ReadonlySet<unknown> = new Set(['date-time', 'enum']);

// A short schema can expand endlessly: references nest, and the common part of several types is repeated for each.
/** Maximum size of the expanded references in one schema, in characters of JSON. */
const maxReferencedCharacters = 100_000;
/** Maximum nesting depth of references. */
const deepest = 100;
/** Maximum number of schemas in one expanded schema. */
const maxSchemas = 20_000;

/**
 * Converts the schema to OpenAPI 3.0 as native Gemini reads it. Where a keyword or the size limit is missing, the
 * result is less strict: it allows everything that the schema allows.
 */
export function openApiSchema(schema: JsonObject): JsonObject {
  return new Converter(schema).convert(schema, []);
}

class Converter {
  #remaining = maxReferencedCharacters;
  #schemas = 0;
  readonly #lengths = new Map<string, number>();

  constructor(readonly root: JsonObject) {}

  /** `within`: the references being expanded. A recursive reference ends there. */
  convert(schema: JsonObject, within: readonly string[]): JsonObject {
    this.#schemas += 1;
    if (this.#schemas > maxSchemas) return described(schema);
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.#resolve(schema, reference, within);
    if (isList(schema['allOf'])) return this.convert(merged(schema, schema['allOf'].filter(isObject)), within);
    const types = listOf(schema['type']).filter((type) => type !== 'null');
    const choices = [schema['anyOf'], schema['oneOf']].find(isList)?.filter(isObject) ?? [];
    const real = choices.filter(({ type }) => type !== 'null');
    const nullable = real.length < choices.length || (listOf(schema['type']).includes('null') && types.length > 0);
    const [only] = real;
    if (only !== undefined && real.length === 1)
      return { ...this.convert({ ...only, ...described(schema) }, within), ...(nullable && { nullable }) };
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
    const named = isObject(properties)
      ? Object.entries(properties).map(([name, own]) => [name, isObject(own) ? this.convert(own, within) : {}] as const)
      : undefined;
    return {
      ...(named !== undefined && { properties: Object.fromEntries(named) }),
      // An array schema must describe its items.
      ...((isObject(items) || type === 'array') && {
        items: isObject(items) ? this.convert(items, within) : { type: 'string' },
      }),
      ...(typeof format === 'string' && (type !== 'string' || stringFormats.has(format)) && { format }),
      // Only texts can be listed.
      ...(isList(values) && values.every((value) => typeof value === 'string') && { type: 'string', enum: values }),
    };
  }

  #resolve(schema: JsonObject, reference: string, within: readonly string[]): JsonObject {
    const found = within.includes(reference) || within.length >= deepest ? undefined : this.#find(reference);
    const target = found !== undefined && this.#fitsBudget(reference, found) ? found : undefined;
    return target === undefined
      ? { type: 'object', ...described(schema) }
      : this.convert({ ...target, ...described(schema) }, [...within, reference]);
  }

  #fitsBudget(reference: string, target: JsonObject): boolean {
    const length = this.#lengths.get(reference) ?? JSON.stringify(target).length;
    this.#lengths.set(reference, length);
    this.#remaining -= length;
    return this.#remaining >= 0;
  }

  #find(reference: string): JsonObject | undefined {
    if (!reference.startsWith('#')) return undefined;
    const steps = reference
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = steps.reduce<JsonValue | undefined>(
      (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
      this.root,
    );
    return isObject(found) ? found : undefined;
  }
}

/** Merges all schemas: their properties and the requirements of each. The first one's own keywords win. */
function merged(schema: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const { allOf: _, ...rest } = schema;
  const all = new Map<string, JsonValue | undefined>();
  const properties = new Map<string, JsonValue | undefined>();
  const required = new Set<JsonValue>();
  for (const part of [rest, ...parts]) {
    for (const [name, value] of Object.entries(part)) if (!all.has(name)) all.set(name, value);
    for (const [name, value] of Object.entries(objectOf(part['properties']))) properties.set(name, value);
    for (const name of listOf(part['required'])) required.add(name);
  }
  if (properties.size > 0) all.set('properties', Object.fromEntries(properties));
  if (required.size > 0) all.set('required', [...required]);
  return Object.fromEntries(all);
}

function described({ title, description }: JsonObject): JsonObject {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}
