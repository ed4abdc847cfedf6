// Reads zod schemas: the unwrapped leaves of unions.
import { z } from 'zod';

export interface ZodLeaves {
  readonly leaves: readonly z.core.$ZodType[];
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** The alternatives of a schema, without the catch-all member of open unions. */
export function leavesOf(schema: z.core.$ZodType): ZodLeaves {
  if (schema instanceof z.ZodOptional) return { ...leavesOf(schema.unwrap()), optional: true };
  if (schema instanceof z.ZodNullable) return { ...leavesOf(schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => leavesOf(option));
    return {
      leaves: options.flatMap(({ leaves }) => leaves),
      optional: options.some(({ optional }) => optional),
      nullable: options.some(({ nullable }) => nullable),
    };
  }
  if (schema instanceof z.ZodUnknown) return { leaves: [schema], optional: true, nullable: true };
  if (schema instanceof z.ZodUndefined) return { leaves: [], optional: true, nullable: false };
  if (schema instanceof z.ZodObject && takesUnknownTags(schema))
    return { leaves: [], optional: false, nullable: false };
  if (schema instanceof z.ZodLiteral && schema.values.has(null))
    return { leaves: [schema], optional: false, nullable: true };
  return { leaves: [schema], optional: false, nullable: false };
}

function takesUnknownTags(schema: z.ZodObject): boolean {
  const tag: unknown = schema.shape['type'];
  return tag instanceof z.ZodCustom || (tag instanceof z.ZodOptional && tag.unwrap() instanceof z.ZodCustom);
}

/** The literal values of the property `tag`. */
export function zodTags(schema: z.ZodObject, tag = 'type'): string[] {
  const property: unknown = schema.shape[tag];
  return property instanceof z.ZodType ? leavesOf(property).leaves.flatMap((leaf) => literalsOf(leaf)) : [];
}

/** The closed set of strings that a leaf accepts; empty for any other leaf. */
export function literalsOf(leaf: z.core.$ZodType): string[] {
  const values: readonly unknown[] =
    leaf instanceof z.ZodLiteral ? [...leaf.values] : leaf instanceof z.ZodEnum ? leaf.options : [];
  return values.filter((value) => typeof value === 'string');
}

/** The known values of an open set of texts; undefined when the schema names none. */
export function examplesOf(leaf: z.core.$ZodType): readonly string[] | undefined {
  const examples: unknown = leaf instanceof z.ZodType ? leaf.meta()?.['examples'] : undefined;
  return Array.isArray(examples) ? examples.map(String) : undefined;
}
