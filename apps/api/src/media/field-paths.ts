/** The paths of fields with these names in a body: by the text of each, the path of the first field with it. */
export function fieldPaths(body: unknown, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (typeof member !== 'string') walk(member, at);
      else if (names.has(key) && !paths.has(member)) paths.set(member, at);
    }
  };
  walk(body, '');
  return paths;
}
