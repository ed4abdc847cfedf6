// What a client should be able to read, made from the schema of what a server should write. Servers of one wire differ in what they
// leave out, send as null or name anew; a reader that insists on all of it reads its own server alone.
import * as z from 'zod';
import type { OpenEnum } from './open-enum.js';
import { knownMembersOf, openUnion, type Tagged, type UnknownMember } from './open-union.js';

/** What no reader can do without, by the tag of the object that has it: `{ function_call: ['call_id', 'name'] }`. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/** Members that tell objects apart. */
type TagName = 'type' | 'object';

/** A tag is one of the values that are known; `type` can also be the name of a member that holds any text. */
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

/** The type of `readForm`: what may be there of a `Value` that another server sent. Every `Value` is one. */
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
 * The schema of what a client should be able to read, from that of what a server should write. Members may be missing or null, but
 * for tags and for those that `needs` names; where some values or kinds are known, others are kept as they are; lengths and ranges do
 * not count. What is there has its shape: a text is no number and a list is no object. A valid value comes back as it is.
 */
export function readForm<Value, const Needed extends Needs = Readonly<Record<never, never>>>(
  schema: z.ZodType<Value>,
  needs?: Needed,
): z.ZodType<ReadForm<Value, Needed>> {
  // TypeScript cannot follow a type through a schema that is looked at while the program runs; read-form.law.spec.ts can.
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

/** Schemas of zod have its methods, whatever the type of a part of another one says. */
function asItIs(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType;
}

function isTag(name: string, member: z.core.$ZodType): boolean {
  return (name === 'type' || name === 'object') && valuesOf(member) !== undefined;
}

/** The names that an object answers to. */
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
