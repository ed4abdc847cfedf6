import type { FetchedBody } from './fetch.js';
import { unlessAborted } from './unless-aborted.js';
import { within } from './within.js';

/** What ends the reading of a body before its end. */
export interface ReadLimits {
  /** Idle time in milliseconds after which the body counts as disconnected. */
  readonly idleMs: number;
  /** Gives the reading up, even where the `fetch` in use does not listen. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The bytes of a body as they arrive. Closes the connection when the loop is left. Throws StreamError when the body
 * is idle for too long, the reason of the signal when it is aborted, and any error of the connection.
 */
export async function* readChunks(
  body: FetchedBody,
  { idleMs, signal }: ReadLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(idleMs, unlessAborted(reader.read(), signal));
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    // The call does not wait for an abandoned connection, and a failed close needs no report.
    void reader.cancel().catch(() => undefined);
  }
}
