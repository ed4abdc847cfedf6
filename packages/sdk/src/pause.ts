/** Waits, unless `signal` ends it: then it rejects with the signal's reason. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      reject(reasonOf(signal));
    }
    if (signal?.aborted === true) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}

/** What an aborted signal is thrown as. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The request was aborted.', 'AbortError');
}
