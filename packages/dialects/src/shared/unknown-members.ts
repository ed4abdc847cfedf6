import { isObject, type JsonObject, type JsonValue } from '@org/engine';

/** A known settings object: its path and its members. */
interface KnownObject {
  readonly path: string;
  readonly field: string;
  /** Its name in the object that the field is; undefined for that object itself. */
  readonly inner: string | undefined;
  readonly names: ReadonlySet<string>;
}

export type KnownMembers = readonly KnownObject[];

/** The members of objects by their paths (`text`, `text.format`), given by the shapes of their schemas; several for a union. */
export function knownMembers(shapes: Readonly<Record<string, readonly object[]>>): KnownMembers {
  return Object.entries(shapes).map(([path, all]) => {
    const [field = path, inner] = path.split('.');
    return { path, field, inner, names: new Set(all.flatMap((shape) => Object.keys(shape))) };
  });
}

/** Paths of the unknown members that have a value. Only inspects settings objects, which are few and small. */
export function unknownMembers(fields: JsonObject, known: KnownMembers): readonly string[] {
  let unknown: string[] | undefined;
  for (const { path, field, inner, names } of known) {
    const outer = fields[field];
    if (!isObject(outer)) continue;
    const value: JsonValue | undefined = inner === undefined ? outer : outer[inner];
    if (!isObject(value)) continue;
    for (const name in value) {
      if (names.has(name) || value[name] === null || value[name] === undefined) continue;
      unknown ??= [];
      unknown.push(`${path}.${name}`);
    }
  }
  return unknown ?? none;
}

const none: readonly string[] = [];
