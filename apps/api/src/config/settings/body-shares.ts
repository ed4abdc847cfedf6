/** A body that is smaller is not counted: a connection costs no less. */
export const smallBody = 65_536;

/** Of the bytes that all bodies may have together, those that one owner may have. */
export function shareOfOwner(maxBodyMemoryBytes: number): number {
  return Math.floor(maxBodyMemoryBytes / 2);
}
