/** What an answer is, without its charset; undefined where it does not say. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim() || undefined;
}
