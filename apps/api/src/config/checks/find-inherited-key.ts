/**
 * The path of a key that every object has by itself, such as `constructor`, if there is one. What makes settings of plain values
 * leaves these out without a word.
 */
export function findInheritedKey(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = key in Object.prototype ? [...path, key].join('.') : findInheritedKey(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
