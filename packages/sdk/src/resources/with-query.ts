type QueryValue = string | number | boolean | readonly string[] | undefined;

/**
 * `path` with `parameters` as its query; undefined values are omitted, and a list becomes repeated `name[]`
 * parameters.
 */
export function withQuery(path: string, parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const each of value) query.append(`${name}[]`, each);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
