/** A key that is unique for each pair of owner and id. */
export function cacheKey(owner: string, id: string): string {
  return `${owner.length} ${owner}${id}`;
}
