/**
 * Normalizes the base URL: removes a trailing slash and the `/v1` that other clients of these APIs expect. Throws
 * TypeError for an invalid URL. A web page may pass a path, relative to its server.
 */
export function baseOf(baseUrl: unknown = 'http://127.0.0.1:8080'): string {
  if (typeof baseUrl !== 'string' || !isAddress(baseUrl))
    throw new TypeError(
      `baseUrl must be a URL that starts with http:// or https://, but is ${JSON.stringify(baseUrl)}.`,
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
