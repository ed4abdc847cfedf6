/**
 * The error code of a failed `fetch`, such as `ECONNREFUSED`; browsers report none. The error may belong to another
 * realm's class.
 */
export function codeOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  return 'cause' in failure ? codeOf(failure.cause) : undefined;
}
