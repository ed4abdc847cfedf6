import { Agent, fetch } from 'undici';
import { EngineError } from '../../errors/engine-error.js';

/** The `fetch` that packages are given: our connections, our limits. */
export interface UpstreamFetch {
  readonly fetch: typeof fetch;
  /** Cuts all connections. */
  close(): Promise<void>;
}

/**
 * A redirect is never followed, because a package sends its key in a header of its own that would travel along. Nothing
 * but opening a connection has a limit here; the call knows the phases of an answer.
 */
export function createUpstreamFetch(connectTimeout: number): UpstreamFetch {
  const agent = new Agent({ connect: { timeout: connectTimeout }, headersTimeout: 0, bodyTimeout: 0, allowH2: false, pipelining: 1 });
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, redirect: 'manual', dispatcher: agent });
      if (response.status < 300 || response.status >= 400) return response;
      await response.body?.cancel();
      throw new EngineError('upstream-failed', 'The upstream answered with a redirect, which is never followed.', { cause: { status: response.status } });
    },
    close: () => agent.destroy(),
  };
}
