/** A key that no other owner and id have together. */
export function cacheKey(owner: string, id: string): string {
  return `${owner.length} ${owner}${id}`;
}
