const knownMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']);

/** The method as figures and spans say it: clients may send any word. */
export function knownMethod(method: string): string {
  return knownMethods.has(method) ? method : '_OTHER';
}
