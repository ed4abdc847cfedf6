// Inspects a schema: members, literal values, tags.
import { z } from 'zod';
import { knownValuesOf } from '#src/schema.js';

/** Peels off optional, nullable and the like. */
export function bare(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner as z.ZodType;
}

/** The members of an object schema, or undefined when `schema` is no object. */
export function membersOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inner = bare(schema);
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : undefined;
}

/** Every string that the schema names as a value, through arrays and unions. */
export function literalsOf(schema: z.ZodType): string[] {
  const inner = bare(schema);
  const known = knownValuesOf(inner);
  if (known !== undefined) return [...known];
  if (inner instanceof z.ZodLiteral) return [...inner.values].filter((value) => typeof value === 'string');
  if (inner instanceof z.ZodEnum) return inner.options.filter((value) => typeof value === 'string');
  return branchesOf(inner).flatMap((branch) => literalsOf(branch));
}

/** Every `type` value of the objects inside the schema, through arrays and unions. */
export function tagsIn(schema: z.ZodType): string[] {
  const inner = bare(schema);
  const type = membersOf(inner)?.['type'];
  if (type !== undefined) return literalsOf(type);
  return branchesOf(inner).flatMap((branch) => tagsIn(branch));
}

function branchesOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodUnion) return [...schema.options] as z.ZodType[];
  return [];
}
