/**
 * An id as one segment of a path. Throws TypeError for what would make it the path of something else: an address reads `..` as the segment
 * before it, so that who deletes an item would delete its conversation.
 */
export function pathSegment(id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`The id must be a non-empty string other than "." and "..", but is ${JSON.stringify(id)}.`);
  return encodeURIComponent(id);
}
