// What a schema accepts, as data for code that walks payloads: members of objects, elements of lists, alternatives.
import type * as z from 'zod';
import { knownMembersOf } from './open-union.js';

/** `opaque`: a scalar, or JSON whose content belongs to the client, such as a JSON Schema. */
export type ValueShape = OpaqueShape | ObjectShape | ListShape | ChoiceShape;

/** A value that has no fields of the API. */
export interface OpaqueShape {
  readonly kind: 'opaque';
}

/** An object with named members. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberShape>;
  /** The values of members that are literals, such as `type`. */
  readonly literals: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** A member of an object. */
export interface MemberShape {
  /** Whether the object is valid without it. */
  readonly isOptional: boolean;
  readonly shape: ValueShape;
}

/** A list whose elements all have one shape. */
export interface ListShape {
  readonly kind: 'list';
  readonly element: ValueShape;
}

/** One of several objects, or a list. Scalar alternatives are not listed. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly objects: readonly ObjectShape[];
  readonly list?: ListShape;
}

const opaque: OpaqueShape = { kind: 'opaque' };
const shapes = new WeakMap<z.core.$ZodType, ValueShape>();

/** The shape of `schema`. Equal schemas have one shape object, so recursive types end. */
export function shapeOf(schema: z.core.$ZodType): ValueShape {
  const inner = unwrap(schema).schema;
  let shape = shapes.get(inner);
  if (shape === undefined) shapes.set(inner, (shape = createShape(inner)));
  return shape;
}

function createShape(schema: z.core.$ZodType): ValueShape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return new LazyObjectShape(def.shape);
    case 'array':
      return { kind: 'list', element: shapeOf(def.element) };
    case 'union':
      return choiceOf((knownMembersOf(schema) ?? def.options).map(shapeOf));
    default:
      return opaque;
  }
}

/** Alternatives within alternatives count as alternatives. */
function choiceOf(options: readonly ValueShape[]): ValueShape {
  const objects = new Set<ObjectShape>();
  const lists: ListShape[] = [];
  for (const option of options) {
    if (option.kind === 'object') objects.add(option);
    if (option.kind === 'list') lists.push(option);
    if (option.kind !== 'choice') continue;
    for (const object of option.objects) objects.add(object);
    if (option.list !== undefined) lists.push(option.list);
  }
  const list = lists.find(({ element }) => element.kind !== 'opaque') ?? lists[0];
  if (objects.size === 0) return list ?? opaque;
  return { kind: 'choice', objects: [...objects], ...(list !== undefined && { list }) };
}

/** Reads its members when they are asked for: an object may contain itself. */
class LazyObjectShape implements ObjectShape {
  readonly kind = 'object';
  readonly #shape: z.core.$ZodShape;
  #members: ReadonlyMap<string, MemberShape> | undefined;

  constructor(shape: z.core.$ZodShape) {
    this.#shape = shape;
  }

  get members(): ReadonlyMap<string, MemberShape> {
    return (this.#members ??= new Map(
      Object.entries(this.#shape).map(([name, schema]) => [
        name,
        { isOptional: unwrap(schema).isOptional, shape: shapeOf(schema) },
      ]),
    ));
  }

  get literals(): ReadonlyMap<string, ReadonlySet<unknown>> {
    const literals = new Map<string, ReadonlySet<unknown>>();
    for (const [name, schema] of Object.entries(this.#shape)) {
      const { def } = (unwrap(schema).schema as z.core.$ZodTypes)._zod;
      if (def.type === 'literal') literals.set(name, new Set(def.values));
    }
    return literals;
  }
}

/** The schema within wrappers, and whether one of them makes it optional. */
function unwrap(schema: z.core.$ZodType): { readonly schema: z.core.$ZodType; readonly isOptional: boolean } {
  let inner = schema as z.core.$ZodTypes;
  let isOptional = false;
  for (;;) {
    const { def } = inner._zod;
    switch (def.type) {
      case 'optional':
      case 'default':
        isOptional = true;
        inner = def.innerType as z.core.$ZodTypes;
        continue;
      case 'nullable':
      case 'nonoptional':
      case 'readonly':
        inner = def.innerType as z.core.$ZodTypes;
        continue;
      case 'lazy':
        // Its getter may create another schema each time.
        inner = (inner as z.core.$ZodLazy)._zod.innerType as z.core.$ZodTypes;
        continue;
      default:
        return { schema: inner, isOptional };
    }
  }
}
