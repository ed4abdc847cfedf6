/** Node's `fetch`, undici, waits 300 seconds for the head of an answer and no longer: it has reached the service all the same. */
const headersTimeout = 'UND_ERR_HEADERS_TIMEOUT';

/** Whether a `fetch` failed because the answer took longer than it waits for one by itself. */
export function gaveUpWaiting(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return ('code' in failure && failure.code === headersTimeout) || gaveUpWaiting(failure.cause);
}
