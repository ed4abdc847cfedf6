import type { z } from 'zod';

/** The options of a tagged union that may match a value with this tag. */
export function optionsTagged(def: z.core.$ZodUnionDef, tag: unknown): readonly z.core.$ZodType[] {
  if (!('discriminator' in def)) return def.options;
  let known = byTag.get(def);
  if (known === undefined) byTag.set(def, (known = tableOf(def, String(def.discriminator))));
  return known.get(tag) ?? none;
}

const none: readonly z.core.$ZodType[] = [];

/** Each union is read once: a list of many values asks for each of them. */
const byTag = new WeakMap<z.core.$ZodUnionDef, ReadonlyMap<unknown, readonly z.core.$ZodType[]>>();

function tableOf(
  { options }: z.core.$ZodUnionDef,
  discriminator: string,
): ReadonlyMap<unknown, readonly z.core.$ZodType[]> {
  const table = new Map<unknown, z.core.$ZodType[]>();
  for (const option of options) {
    for (const tag of option._zod.propValues?.[discriminator] ?? []) {
      const tagged = table.get(tag) ?? [];
      tagged.push(option);
      table.set(tag, tagged);
    }
  }
  return table;
}

/** The tag of a value of a tagged union; undefined where it has none. */
export function tagOf(def: z.core.$ZodUnionDef, value: object): unknown {
  if (!('discriminator' in def)) return undefined;
  const name = String(def.discriminator);
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
