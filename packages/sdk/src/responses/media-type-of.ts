/** The media type of a response without its charset; undefined when the header is missing. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim() || undefined;
}
