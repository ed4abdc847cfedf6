// Compares an SDK type with our schema and reports every difference that could break a client: values that only the
// SDK has, values that only we have, and values that the SDK allows and we reject. Accepting more than the SDK's
// types is not a difference.
import ts from 'typescript';
import { z } from 'zod';
import { passedOnNumberSchema } from '#src/schema/exact-number.js';
import type { SdkTypes } from './sdk-shape.js';
import { examplesOf, leavesOf, literalsOf, zodTags } from './zod-shape.js';

/** The differences, each as `path: what`. The same pair of types and schema is compared once, where it is met first. */
export function compareWithSdk(
  sdk: SdkTypes,
  pairs: readonly (readonly [name: string, schema: z.ZodType])[],
): string[] {
  const comparison = new Comparison(sdk);
  for (const [name, schema] of pairs) comparison.run(name, schema);
  return comparison.found;
}

class Comparison {
  readonly #sdk: SdkTypes;
  readonly #seen = new Map<z.core.$ZodType, Set<string>>();
  readonly #numbers = new Map<ts.Type, number>();
  readonly found: string[] = [];

  constructor(sdk: SdkTypes) {
    this.#sdk = sdk;
  }

  run(name: string, schema: z.ZodType): void {
    this.#compare(name, [this.#sdk.named(name)], schema);
  }

  #compare(path: string, types: readonly ts.Type[], schema: z.core.$ZodType): void {
    const wanted = sdkLeaves(types);
    const { leaves, nullable } = leavesOf(schema);
    const key = [...wanted.objects.map((type) => this.#numberOf(type)), ...wanted.literals].join();
    const seen = this.#seen.get(schema) ?? new Set();
    if ((wanted.objects.length > 0 && seen.has(key)) || leaves.some((leaf) => leaf instanceof z.ZodUnknown)) return;
    this.#seen.set(schema, seen.add(key));

    if (wanted.nullable && !nullable) this.found.push(`${path}: null is refused`);
    this.#compareTexts(path, wanted, leaves);
    if (wanted.number && !leaves.some((leaf) => leaf instanceof z.ZodNumber || leaf === passedOnNumberSchema))
      this.found.push(`${path}: numbers are refused`);
    if (wanted.boolean && !leaves.some((leaf) => leaf instanceof z.ZodBoolean))
      this.found.push(`${path}: booleans are refused`);
    this.#compareArrays(path, wanted.objects, leaves);
    this.#compareRecords(path, wanted.objects, leaves);
    this.#compareObjects(path, wanted.objects, leaves);
  }

  #compareTexts(path: string, wanted: SdkLeaves, leaves: readonly z.core.$ZodType[]): void {
    const closed = new Set(leaves.flatMap((leaf) => literalsOf(leaf)));
    const open = leaves.filter((leaf) => leaf instanceof z.ZodString);
    const examples = open.flatMap((leaf) => examplesOf(leaf) ?? []);
    if (wanted.text && open.length === 0) this.found.push(`${path}: any text is allowed, only some are accepted`);
    if (open.length > 0 && examples.length === 0) return;
    const known = new Set([...closed, ...examples]);
    for (const value of wanted.literals) if (!known.has(value)) this.found.push(`${path}: lacks the value ${value}`);
    for (const value of known)
      if (!wanted.literals.has(value) && !wanted.text) this.found.push(`${path}: adds the value ${value}`);
  }

  #compareArrays(path: string, objects: readonly ts.Type[], leaves: readonly z.core.$ZodType[]): void {
    const elements = objects
      .filter((type) => this.#sdk.checker.isArrayType(type))
      .flatMap((type) => this.#sdk.checker.getTypeArguments(type as ts.TypeReference));
    if (elements.length === 0) return;
    const arrays = leaves.filter((leaf) => leaf instanceof z.ZodArray);
    if (arrays.length === 0) this.found.push(`${path}: arrays are refused`);
    for (const array of arrays) this.#compare(`${path}[]`, elements, array.element);
  }

  #compareRecords(path: string, objects: readonly ts.Type[], leaves: readonly z.core.$ZodType[]): void {
    const values = objects
      .filter((type) => this.#isRecord(type))
      .flatMap((type) => this.#sdk.checker.getIndexTypeOfType(type, ts.IndexKind.String) ?? []);
    if (values.length === 0) return;
    const records = leaves.filter((leaf) => leaf instanceof z.ZodRecord);
    const any = leaves.some((leaf) => leaf instanceof z.ZodObject);
    if (records.length === 0 && !any) this.found.push(`${path}: maps are refused`);
    for (const record of records) this.#compare(`${path}{}`, values, record.valueType);
  }

  #compareObjects(path: string, objects: readonly ts.Type[], leaves: readonly z.core.$ZodType[]): void {
    const types = objects.filter((type) => !this.#sdk.checker.isArrayType(type) && !this.#isRecord(type));
    const schemas = leaves.filter((leaf) => leaf instanceof z.ZodObject);
    if (types.length === 0) return;
    const [only] = schemas;
    if (only === undefined) {
      this.found.push(`${path}: objects are refused`);
      return;
    }
    if (schemas.length === 1 && zodTags(only).length <= 1) {
      this.#compareProperties(path, types, only);
      return;
    }
    const tags = new Set(types.flatMap((type) => tagsOrNone(this.#sdk.tagsOf(type))));
    const ours = new Set(schemas.flatMap((schema) => tagsOrNone(zodTags(schema))));
    for (const tag of ours) if (!tags.has(tag)) this.found.push(`${path}: adds the kind ${tag}`);
    for (const tag of tags) {
      const schema = schemas.find((candidate) => tagsOrNone(zodTags(candidate)).includes(tag));
      const group = types.filter((type) => tagsOrNone(this.#sdk.tagsOf(type)).includes(tag));
      if (schema === undefined) this.found.push(`${path}: lacks the kind ${tag}`);
      else this.#compareProperties(`${path}(${tag})`, group, schema, true);
    }
  }

  #compareProperties(path: string, types: readonly ts.Type[], schema: z.ZodObject, tagged = false): void {
    const names = new Set(types.flatMap((type) => this.#sdk.propertyNames(type)));
    for (const name of names) {
      if (tagged && name === 'type') continue;
      const property = schema.shape[name] as z.ZodType | undefined;
      if (property === undefined) {
        this.found.push(`${path}.${name}: is missing`);
        continue;
      }
      const symbols = types.map((type) => type.getProperty(name));
      const mayLack = symbols.some((symbol) => symbol === undefined || (symbol.flags & ts.SymbolFlags.Optional) !== 0);
      if (mayLack && !leavesOf(property).optional)
        this.found.push(`${path}.${name}: is optional in the SDK, required here`);
      const wanted = symbols
        .filter((symbol) => symbol !== undefined)
        .map((symbol) => this.#sdk.checker.getTypeOfSymbol(symbol));
      this.#compare(`${path}.${name}`, wanted, property);
    }
    for (const name of Object.keys(schema.shape)) {
      if (!names.has(name)) this.found.push(`${path}.${name}: is not in the SDK`);
    }
  }

  #numberOf(type: ts.Type): number {
    const number = this.#numbers.get(type) ?? this.#numbers.size;
    this.#numbers.set(type, number);
    return number;
  }

  #isRecord(type: ts.Type): boolean {
    return (
      type.getProperties().length === 0 && this.#sdk.checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined
    );
  }
}

interface SdkLeaves {
  readonly objects: readonly ts.Type[];
  readonly literals: ReadonlySet<string>;
  /** Any text is allowed. */
  readonly text: boolean;
  readonly number: boolean;
  readonly boolean: boolean;
  readonly nullable: boolean;
}

function sdkLeaves(types: readonly ts.Type[]): SdkLeaves {
  const leaves = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
  const some = (flags: ts.TypeFlags): boolean => leaves.some((leaf) => (leaf.flags & flags) !== 0);
  return {
    objects: leaves.filter((leaf) => (leaf.flags & ts.TypeFlags.Object) !== 0),
    literals: new Set(leaves.filter((leaf) => leaf.isStringLiteral()).map((leaf) => leaf.value)),
    // The SDK writes "or any other text" as `string & {}`.
    text: some(ts.TypeFlags.String | ts.TypeFlags.Intersection),
    number: some(ts.TypeFlags.NumberLike),
    boolean: some(ts.TypeFlags.BooleanLike),
    nullable: some(ts.TypeFlags.Null),
  };
}

function tagsOrNone(tags: readonly string[]): readonly string[] {
  return tags.length === 0 ? ['(none)'] : tags;
}
