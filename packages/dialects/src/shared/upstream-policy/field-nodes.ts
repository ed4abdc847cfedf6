// Joins the shape of a request schema with the classes of its fields: what the policy walks a request by.
import type { MemberShape, ObjectShape, ValueShape } from '@org/protocol/schema';
import type { FieldClass, FieldTable, ObjectClasses } from './field-class.js';

/** A value of a request, with the classes of its fields. */
export type FieldNode = OpaqueNode | ObjectNode | ListNode | ChoiceNode;

/** A value that has no fields of the API. */
export interface OpaqueNode {
  readonly kind: 'opaque';
}

/** An object whose members have classes. */
export interface ObjectNode {
  readonly kind: 'object';
  /** As in the table. */
  readonly name: string;
  readonly classes: ObjectClasses;
  readonly members: ReadonlyMap<string, MemberNode>;
  /** The values that `type` and other literal members have in objects of this kind. */
  readonly literals: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** A member of an object, with its class. */
export interface MemberNode {
  readonly fieldClass: FieldClass;
  readonly isOptional: boolean;
  readonly node: FieldNode;
}

/** A list whose elements all have one shape. */
export interface ListNode {
  readonly kind: 'list';
  readonly element: FieldNode;
  /** The tag of text that may replace an element. Absent: an element is left out without replacement. */
  readonly placeholder?: string;
}

/** One of several objects, or a list. */
export interface ChoiceNode {
  readonly kind: 'choice';
  readonly objects: readonly ObjectNode[];
  readonly byType: ReadonlyMap<unknown, ObjectNode>;
  readonly list?: ListNode;
  readonly unknownClass?: 'hostedTool';
}

/** The fields of the requests of a dialect. */
export interface RequestFields {
  readonly root: ObjectNode;
  /** In the order of their discovery. */
  readonly objects: readonly ObjectNode[];
}

const opaque: OpaqueNode = { kind: 'opaque' };
const textTags = ['text', 'input_text'] as const;

/**
 * The fields of `roots`, which are the request bodies of one dialect. Throws a TypeError for a field without a class
 * and for a class without a field: a new field of a schema must not pass unnoticed.
 */
export function createRequestFields(roots: readonly ValueShape[], table: FieldTable): RequestFields {
  return new Builder(table).build(roots);
}

class Builder {
  readonly #table: FieldTable;
  readonly #nodes = new Map<ValueShape, FieldNode>();
  readonly #objects = new Map<string, ObjectNode>();
  readonly #pending: (() => void)[] = [];

  constructor(table: FieldTable) {
    this.#table = table;
  }

  build(roots: readonly ValueShape[]): RequestFields {
    const members = new Map<string, MemberNode>();
    const root = this.#register('', new Map(), members);
    const fields = new Map<string, MemberShape>();
    for (const shape of roots)
      for (const [member, field] of shape.kind === 'object' ? shape.members : [])
        if (!fields.has(member)) fields.set(member, field);
    this.#addMembers(root, members, fields, servicesOf(root));
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
    const { plain, governed } = this.#table;
    const stale = Object.keys({ ...plain, ...governed }).filter((name) => !this.#objects.has(name));
    if (stale.length > 0) throw new TypeError(`Objects with classes that no schema has: ${stale.join(', ')}`);
    return { root, objects: [...this.#objects.values()] };
  }

  #nodeOf(shape: ValueShape, path: string, inChoice = false): FieldNode {
    const known = this.#nodes.get(shape);
    if (known !== undefined) return known;
    switch (shape.kind) {
      case 'opaque':
        return opaque;
      case 'object':
        return this.#objectOf(shape, path, inChoice);
      case 'list': {
        const element = this.#nodeOf(shape.element, path);
        const tag = textTags.find((text) => element.kind === 'choice' && element.byType.has(text));
        return this.#remember(shape, { kind: 'list', element, ...(tag !== undefined && { placeholder: tag }) });
      }
      case 'choice': {
        const objects = shape.objects.map((object) => this.#objectOf(object, path, true));
        const byType = new Map(
          objects.flatMap((object) => [...(object.literals.get('type') ?? [])].map((tag) => [tag, object] as const)),
        );
        const list = shape.list === undefined ? undefined : this.#nodeOf(shape.list, path);
        const unknownClass = this.#table.unknown[path];
        return this.#remember(shape, {
          kind: 'choice',
          objects,
          byType,
          ...(list?.kind === 'list' && { list }),
          ...(unknownClass !== undefined && { unknownClass }),
        });
      }
    }
  }

  #objectOf(shape: ObjectShape, path: string, inChoice: boolean): ObjectNode {
    const known = this.#nodes.get(shape);
    if (known?.kind === 'object') return known;
    const [tag] = shape.literals.get('type') ?? shape.literals.get('role') ?? [];
    const base = inChoice && typeof tag === 'string' ? `${path}[${tag}]` : path;
    let name = base;
    for (let nth = 2; this.#objects.has(name); nth += 1) name = `${base}#${nth}`;
    const members = new Map<string, MemberNode>();
    const object = this.#remember(shape, this.#register(name, shape.literals, members));
    this.#pending.push(() => this.#addMembers(object, members, shape.members));
    return object;
  }

  #register(name: string, literals: ObjectNode['literals'], members: ObjectNode['members']): ObjectNode {
    const object: ObjectNode = { kind: 'object', name, classes: this.#classesOf(name), members, literals };
    this.#objects.set(name, object);
    return object;
  }

  #classesOf(name: string): ObjectClasses {
    const { plain, governed } = this.#table;
    const names = plain[name];
    return governed[name] ?? (names === undefined ? {} : { plain: names });
  }

  /** `additional`: members of the class `service` that are in no schema. */
  #addMembers(
    { name, classes }: ObjectNode,
    members: Map<string, MemberNode>,
    shapes: ObjectShape['members'],
    additional: readonly string[] = [],
  ): void {
    const classOf = new Map(
      Object.entries(classes).flatMap(([fieldClass, names]) =>
        typeof names === 'string' && fieldClass !== 'self'
          ? names.split(' ').map((member) => [member, fieldClass as FieldClass] as const)
          : [],
      ),
    );
    for (const [member, { isOptional, shape }] of shapes) {
      const fieldClass = classOf.get(member);
      if (fieldClass === undefined) throw new TypeError(`The request field "${join(name, member)}" has no class.`);
      members.set(member, { fieldClass, isOptional, node: this.#nodeOf(shape, join(name, member)) });
      classOf.delete(member);
    }
    for (const member of additional)
      if (classOf.delete(member)) members.set(member, { fieldClass: 'service', isOptional: true, node: opaque });
    if (classOf.size > 0)
      throw new TypeError(`Classes of "${name}" for fields that no schema has: ${[...classOf.keys()].join(', ')}`);
  }

  #remember<Node extends FieldNode>(shape: ValueShape, node: Node): Node {
    this.#nodes.set(shape, node);
    return node;
  }
}

/** Members of the frames of a connection are in no request schema. */
function servicesOf({ classes }: ObjectNode): readonly string[] {
  return classes.service?.split(' ') ?? [];
}

function join(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`;
}
