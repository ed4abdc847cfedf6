import type { FetchedBody } from './fetch.js';
import { unlessAborted } from './unless-aborted.js';
import { within } from './within.js';

/** What ends the reading of a body before its end. */
export interface ReadLimits {
  /** Milliseconds without a byte after which the body counts as cut. */
  readonly idleMs: number;
  /** Gives the reading up, even where the `fetch` in use does not listen. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The bytes of a body as they come. Closes the connection when it is left. Throws StreamError when nothing came for too long,
 * the reason of the signal when it is aborted, and what the connection breaks off with.
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
    // Nobody waits for a connection that is given up, and one that fails to close has nothing left to tell.
    void reader.cancel().catch(() => undefined);
  }
}
