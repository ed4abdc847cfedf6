declare const unknownTag: unique symbol;

/**
 * A tag that this version of the protocol does not know. It is a string at run time, which `String(type)` gives; typed apart
 * from `string` because TypeScript narrows a union by `type` only where no member's tag could be any string.
 */
export interface UnknownTag {
  readonly [unknownTag]: true;
}

/** The tag of any member, known or not, as text. */
export function tagText(member: { type: string | UnknownTag }): string {
  return String(member.type);
}
