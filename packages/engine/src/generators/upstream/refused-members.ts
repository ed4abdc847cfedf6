/** How those servers word it that refuse a request over a member that they do not know, or that their model does not take. */
const wordings = [
  /unsupported (?:parameter|value):\W{1,4}(\w+)/gi,
  /unrecognized request arguments? supplied: (\w+)/gi,
  /unknown name\W{1,4}(\w+)/gi,
  /extra_forbidden\W{1,6}loc\W{1,9}body\W{1,9}(\w+)\W{0,3}\]/gi,
  /property 'body\.(\w+)' is unsupported/gi,
  /argument not supported on this model: (\w+)/gi,
  /`(\w+)` (?:is deprecated|is not supported|cannot)/gi,
];

/** The members of a request that a refusal names. */
export function refusedMembers(text: string): readonly string[] {
  return wordings.flatMap((wording) => [...text.matchAll(wording)].map(([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
}
