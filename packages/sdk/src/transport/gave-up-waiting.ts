/** Node's `fetch`, undici, waits 300 seconds for the head of an answer and no longer: it has reached the service all the same. */
const headersTimeout = 'UND_ERR_HEADERS_TIMEOUT';
/** That of Bun waits about as long for the next byte. Nobody else's: a signal of the caller's has been asked before. */
const timeoutErrorName = 'TimeoutError';

/** Whether a `fetch` failed because the answer took longer than it waits for one by itself. The error may be of another realm's class. */
export function gaveUpWaiting(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  if ('code' in failure && failure.code === headersTimeout) return true;
  return (
    ('name' in failure && failure.name === timeoutErrorName) || ('cause' in failure && gaveUpWaiting(failure.cause))
  );
}
