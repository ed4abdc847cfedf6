/**
 * The path of an inherited key such as `constructor`, if there is one. The conversion of plain values to settings
 * omits these silently.
 */
export function findInheritedKey(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = key in Object.prototype ? [...path, key].join('.') : findInheritedKey(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
