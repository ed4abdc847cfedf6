/**
 * Splits a base64 `data:` URL into media type and data; undefined for every other form, which is then an ordinary
 * URL.
 */
export function parseDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const head = url.slice('data:'.length, comma);
  if (!head.endsWith(';base64')) return undefined;
  const mediaType = head.slice(0, -';base64'.length);
  return mediaType === '' ? undefined : { mediaType, data: url.slice(comma + 1) };
}

/** The inverse: `parseDataUrl(formatDataUrl(m, d))` gives both back. */
export function formatDataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}
