// An open union: members with a known tag are validated strictly, members with an unknown tag pass through unchanged.
// Both APIs grow by new tags, and a server that rejects a future tag breaks its clients.
import * as z from 'zod';
import type { UnknownTag } from './unknown-tag.js';

/** A union member of an unknown type, passed through unchanged. */
export interface UnknownMember {
  type: UnknownTag;
  [key: string]: unknown;
}

/** What a member of an open union is made of. */
export type Tagged = z.ZodObject<{ type: z.ZodType }>;

/**
 * The same union, shown under the name of its alias in editors and compiler messages. Types that zod infers have no
 * name and are expanded wherever they occur.
 */
export type Named<Union> = Union extends unknown ? Union : never;

/**
 * Builds the schema of an open union over `type`.
 *
 * A plain `known | looseObject` would accept a malformed known member through its second branch (`{type: "text"}`
 * without text); here the second branch rejects every known tag. `shared` holds the members common to all types.
 */
export function openUnion<const Members extends readonly [Tagged, ...Tagged[]]>(
  members: Members,
): z.ZodUnion<readonly [z.ZodDiscriminatedUnion<Members>, z.ZodType<UnknownMember>]>;
export function openUnion<const Members extends readonly [Tagged, ...Tagged[]], Shared extends z.core.$ZodShape>(
  members: Members,
  shared: Shared,
): z.ZodUnion<readonly [z.ZodDiscriminatedUnion<Members>, z.ZodType<UnknownMember & z.output<z.ZodObject<Shared>>>]>;
export function openUnion(members: readonly [Tagged, ...Tagged[]], shared: z.core.$ZodShape = {}): z.ZodUnion {
  const tags = new Set(members.flatMap((member) => tagsOf(member)));
  const unknown = z.looseObject({
    type: z.custom<UnknownTag>((tag) => typeof tag === 'string' && !tags.has(tag), 'a tag of a known kind'),
    ...shared,
  });
  const union = z.union([z.discriminatedUnion('type', members), unknown]);
  knownMembers.set(union, members);
  return union;
}

const knownMembers = new WeakMap<z.core.$ZodType, readonly [Tagged, ...Tagged[]]>();

/** The members that `schema` was built with, or undefined when `openUnion` did not build it. */
export function knownMembersOf(schema: z.core.$ZodType): readonly [Tagged, ...Tagged[]] | undefined {
  return knownMembers.get(schema);
}

/** The tags that `schema` knows; none when `openUnion` did not build it. */
export function knownTagsOf(schema: z.core.$ZodType): readonly string[] {
  return (knownMembersOf(schema) ?? []).flatMap((member) => tagsOf(member));
}

/** The tags that a member accepts: one literal, or several where legacy names are still in use. */
export function tagsOf(member: Tagged): string[] {
  const tag: unknown = member.shape.type;
  const literal = tag instanceof z.ZodOptional ? tag.unwrap() : tag;
  if (!(literal instanceof z.ZodLiteral)) throw new TypeError('a member of an open union needs a literal `type`');
  return [...literal.values].filter((value): value is string => typeof value === 'string');
}
