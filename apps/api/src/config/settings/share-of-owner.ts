/** Bodies below this size are not counted, because a connection costs as much. */
export const smallBody = 65_536;

/** The part of the memory budget for bodies that one owner may use, in bytes. */
export function shareOfOwner(maxBodyMemoryBytes: number): number {
  return Math.floor(maxBodyMemoryBytes / 2);
}
