/** Maximum length of a path in the log. */
const maxLength = 200;

/** A member that an API could have, with the index of an element. */
const fieldName = /^(?:[A-Za-z_$][\w-]{0,63})?(?:\[\d{1,6}\])*$|^\d{1,6}$/;

/** Members of an API whose own members the client names: from there on a path is its text. */
const clientNamed =
  /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|dependentRequired|metadata|client_metadata|arguments|headers|variables)(?:\[\d+\])*$/;

/**
 * The path of a request's field without names of the client's own, such as a key of `metadata` or a property in the
 * schema of a tool: `*` replaces the rest of the path.
 */
export function loggedPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('.')) {
    const previous = segments.at(-1);
    // The list `input` of responses has numbered members; the input of a tool call has the client's.
    const isClientText =
      !fieldName.test(segment) ||
      (previous !== undefined && (clientNamed.test(previous) || (previous === 'input' && !/^\d/.test(segment))));
    segments.push(isClientText ? '*' : segment);
    if (isClientText) break;
  }
  return segments.join('.').slice(0, maxLength);
}
