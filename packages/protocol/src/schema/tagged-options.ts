import type { z } from 'zod';

/** Of options that are told apart by a tag, those that may be meant by a value with this one. */
export function optionsTagged(def: z.core.$ZodUnionDef, tag: unknown): readonly z.core.$ZodType[] {
  return 'discriminator' in def ? def.options.filter((option) => [...(option._zod.propValues?.[String(def.discriminator)] ?? [])].some((own) => own === tag)) : def.options;
}

/** The tag of a value whose kinds are told apart by one; undefined where it has none. */
export function tagOf(def: z.core.$ZodUnionDef, value: object): unknown {
  return 'discriminator' in def ? Object.entries(value).find(([name]) => name === def.discriminator)?.[1] : undefined;
}
