const urlFields: ReadonlySet<string> = new Set(['image_url', 'file_url', 'url']);

/** Where the URLs of media stand in a body: the path of the first field that holds each. */
export function urlPaths(body: unknown): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (typeof member !== 'string') walk(member, at);
      else if (urlFields.has(key) && !paths.has(member)) paths.set(member, at);
    }
  };
  walk(body, '');
  return paths;
}
