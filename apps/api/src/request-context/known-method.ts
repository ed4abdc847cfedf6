const knownMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']);

/** The method in metrics and spans, because clients may send any text. */
export function knownMethod(method: string): string {
  return knownMethods.has(method) ? method : '_OTHER';
}
