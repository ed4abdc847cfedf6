// Derives the schema that a client reads from the schema that a server writes. Servers of one API differ in the
// fields that they omit, send as null or add; a strict reader works only with its own server.
import * as z from 'zod';
import type { OpenEnum } from './open-enum.js';
import { knownMembersOf, openUnion, type Tagged, type UnknownMember } from './open-union.js';

/** What no reader can do without, by the tag of the object that has it: `{ function_call: ['call_id', 'name'] }`. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/** Members that discriminate objects. */
type TagName = 'type' | 'object';

/** A tag has a known set of values; `type` can also be a member that holds any string. */
type IsTag<Name, Value> = Name extends TagName ? (string extends Value ? false : true) : false;

type NeededNames<Value, Needed extends Needs> = Value extends { readonly type: infer Tag extends keyof Needed }
  ? Needed[Tag][number]
  : Value extends { readonly object: infer Tag extends keyof Needed }
    ? Needed[Tag][number]
    : never;

type IsRequired<Value, Name extends keyof Value, Needed extends Needs> =
  IsTag<Name, Value[Name]> extends true ? true : Name extends NeededNames<Value, Needed> ? true : false;

type ReadObject<Value, Needed extends Needs> = {
  [Name in keyof Value as IsRequired<Value, Name, Needed> extends true ? Name : never]: IsTag<
    Name,
    Value[Name]
  > extends true
    ? Value[Name]
    : ReadForm<Value[Name], Needed>;
} & {
  [Name in keyof Value as IsRequired<Value, Name, Needed> extends true ? never : Name]?:
    | ReadForm<Value[Name], Needed>
    | null
    | undefined;
};

/** The type of `readForm`: what another server may send for a `Value`. Every `Value` is assignable to it. */
export type ReadForm<Value, Needed extends Needs = Readonly<Record<never, never>>> = Value extends UnknownMember
  ? UnknownMember
  : Value extends string
    ? string extends Value
      ? Value
      : OpenEnum<Value>
    : Value extends readonly (infer Element)[]
      ? ReadForm<Element, Needed>[]
      : Value extends object
        ? ReadObject<Value, Needed>
        : Value;

/**
 * Derives the schema that a client reads from the schema that a server writes. Members may be missing or null, except
 * tags and those named by `needs`; unknown enum values and types pass through; lengths and ranges are not checked.
 * Present members keep their JSON kind: a string is not a number and a list is not an object. A valid value is
 * returned unchanged.
 */
export function readForm<Value, const Needed extends Needs = Readonly<Record<never, never>>>(
  schema: z.ZodType<Value>,
  needs?: Needed,
): z.ZodType<ReadForm<Value, Needed>> {
  // TypeScript cannot infer a type from a schema that is inspected at run time; read-form.property.spec.ts checks it.
  return new Reader(needs ?? {}).of(schema) as unknown as z.ZodType<ReadForm<Value, Needed>>;
}

class Reader {
  readonly #needs: Needs;
  /** Schemas share parts, and so do their read forms. */
  readonly #made = new Map<z.core.$ZodType, z.ZodType>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  of(schema: z.core.$ZodType): z.ZodType {
    const known = this.#made.get(schema);
    if (known !== undefined) return known;
    const made = this.#make(schema as z.core.$ZodTypes);
    this.#made.set(schema, made);
    return made;
  }

  #make(schema: z.core.$ZodTypes): z.ZodType {
    const members = knownMembersOf(schema);
    if (members !== undefined) return openUnion(members.map((member) => this.#object(member)) as [Tagged, ...Tagged[]]);
    const { def } = schema._zod;
    switch (def.type) {
      case 'string':
      case 'enum':
        return z.string();
      case 'literal':
        return def.values.every((value) => typeof value === 'string') ? z.string() : asItIs(schema);
      case 'number':
        return z.number();
      case 'optional':
        return this.of(def.innerType).optional();
      case 'nullable':
        return this.of(def.innerType).nullable();
      case 'array':
        return z.array(this.of(def.element));
      case 'record':
        return z.record(z.string(), this.of(def.valueType).nullable());
      case 'object':
        return this.#object(schema as unknown as z.ZodObject);
      case 'union':
        return z.union(def.options.map((option) => this.of(option)));
      default:
        return asItIs(schema);
    }
  }

  #object({ shape }: z.ZodObject): z.ZodObject {
    const needed = new Set(kindsOf(shape).flatMap((kind) => this.#needs[kind] ?? []));
    const members = Object.entries(shape).map(([name, member]): [string, z.core.$ZodType] => {
      if (isTag(name, member)) return [name, member];
      const read = this.of(member);
      return [name, needed.has(name) ? read : read.nullish()];
    });
    return z.looseObject(Object.fromEntries(members));
  }
}

/** zod schemas have the methods of the classic API, although the type of a nested schema does not show them. */
function asItIs(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType;
}

function isTag(name: string, member: z.core.$ZodType): boolean {
  return (name === 'type' || name === 'object') && valuesOf(member) !== undefined;
}

/** The tag values that an object accepts. */
function kindsOf(shape: z.core.$ZodShape): string[] {
  const tag = shape['type'] ?? shape['object'];
  const values = tag === undefined ? undefined : valuesOf(tag);
  return [...(values ?? [])].filter((value) => typeof value === 'string');
}

function valuesOf(schema: z.core.$ZodType): ReadonlySet<unknown> | undefined {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'optional' || def.type === 'nullable') return valuesOf(def.innerType);
  return def.type === 'literal' || def.type === 'enum' ? schema._zod.values : undefined;
}
