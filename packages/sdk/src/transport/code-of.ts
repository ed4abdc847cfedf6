/** The code in what a `fetch` failed with, such as `ECONNREFUSED`; a page's tells none. The error may be of another realm's class. */
export function codeOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  return 'cause' in failure ? codeOf(failure.cause) : undefined;
}
