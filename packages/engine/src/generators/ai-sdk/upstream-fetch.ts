import { Agent, fetch, Response } from 'undici';
import { EngineError } from '../../errors/engine-error.js';

/** Bytes that are read of a refusal. */
const longestRefusal = 64 * 1024;

/** The `fetch` that packages are given: our connections, our limits. */
export interface UpstreamFetch {
  readonly fetch: typeof fetch;
  /** Cuts all connections. */
  close(): Promise<void>;
}

/**
 * A redirect is never followed, because a package sends its key in a header of its own that would travel along. Packages gather a
 * refusal whole, so its end is cut off here. Nothing but opening a connection has a limit in time; the call knows the phases of an answer.
 */
export function createUpstreamFetch(connectTimeout: number): UpstreamFetch {
  const agent = new Agent({ connect: { timeout: connectTimeout }, headersTimeout: 0, bodyTimeout: 0, allowH2: false, pipelining: 1 });
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, redirect: 'manual', dispatcher: agent });
      if (response.status < 300) return response;
      if (response.status >= 400) return await withShortBody(response);
      await response.body?.cancel();
      throw new EngineError('upstream-failed', 'The upstream answered with a redirect, which is never followed.', { cause: { status: response.status } });
    },
    close: () => agent.destroy(),
  };
}

async function withShortBody({ status, statusText, headers, body }: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
      if (length >= longestRefusal) break;
    }
  } catch {
    // It breaks off, and its status says enough.
  }
  return new Response(Buffer.concat(chunks).subarray(0, longestRefusal), { status, statusText, headers });
}
