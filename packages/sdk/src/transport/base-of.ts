/**
 * Where the paths of the service begin: no slash at its end, and no `/v1`, which other clients of these wires want there. Throws TypeError
 * for what is no address. In a page a path will do, which is one of its server.
 */
export function baseOf(baseUrl: unknown = 'http://127.0.0.1:8080'): string {
  if (typeof baseUrl !== 'string' || !isAddress(baseUrl))
    throw new TypeError(
      `baseUrl must be a URL that begins with http:// or https://, but is ${JSON.stringify(baseUrl)}.`,
    );
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}

function isAddress(text: string): boolean {
  const page: { readonly href: string } | undefined = globalThis.location;
  try {
    return /^https?:$/.test(new URL(text, page?.href).protocol);
  } catch {
    return false;
  }
}
