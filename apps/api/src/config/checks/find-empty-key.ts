/** Values under these keys are passed to a package unchanged; there, null may have a meaning. */
const passedOn: ReadonlySet<string> = new Set(['settings', 'providerOptions', 'args']);

/**
 * The path of a key without a value, if there is one: in YAML that is null, which looks like a section but has none
 * of its defaults.
 */
export function findEmptyKey(value: unknown, path: readonly string[] = []): string | undefined {
  if (value === null) return path.join('.');
  if (typeof value !== 'object') return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = passedOn.has(key) ? undefined : findEmptyKey(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
