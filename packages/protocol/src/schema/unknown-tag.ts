declare const unknownTag: unique symbol;

/**
 * A tag that this version of the protocol does not know. A string at run time, available through `String(type)`;
 * distinct from `string` because TypeScript narrows a union by `type` only if no member's tag is an arbitrary string.
 */
export interface UnknownTag {
  readonly [unknownTag]: true;
}

/** The tag of any member, known or not, as text. */
export function tagText(member: { type: string | UnknownTag }): string {
  return String(member.type);
}
