/**
 * Node's `fetch`, undici, waits at most 300 seconds for response headers; the request has reached the service all the
 * same.
 */
const headersTimeout = 'UND_ERR_HEADERS_TIMEOUT';
/**
 * Bun's timeout waits about as long for the next byte. The caller's signal has already been checked, so the error is
 * not the caller's.
 */
const timeoutErrorName = 'TimeoutError';

/**
 * Whether a `fetch` failed because the response exceeded its built-in timeout. The error may belong to another
 * realm's class.
 */
export function isFetchTimeout(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  if ('code' in failure && failure.code === headersTimeout) return true;
  return (
    ('name' in failure && failure.name === timeoutErrorName) || ('cause' in failure && isFetchTimeout(failure.cause))
  );
}
