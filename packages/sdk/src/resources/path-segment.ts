/**
 * An id as one path segment. Throws TypeError for an id that would address another resource: a URL resolves `..` to
 * the parent, so deleting an item would delete its conversation.
 */
export function pathSegment(id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`The id must be a non-empty string other than "." and "..", but is ${JSON.stringify(id)}.`);
  return encodeURIComponent(id);
}
