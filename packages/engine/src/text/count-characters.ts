/** The length of all strings in plain values, and of all bytes. */
export function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value).reduce<number>((sum, member) => sum + countCharacters(member), 0);
}
