import { Agent, fetch, Headers, Request, Response, type Dispatcher } from 'undici';
import { EngineError } from '@org/engine';
import { withWellFormedCharacters } from '../shared/with-well-formed-characters.js';
import { throughProxy } from '../transport/through-proxy.js';
import { BoundedResponse, type ResponseLimits } from './bounded-response.js';

/** Maximum size of an error body that is read, in bytes. */
const maxErrorBodyBytes = 64 * 1024;

/** Far more than any context holds and less than would exhaust memory. A picture arrives in one line. */
const responseLimits: ResponseLimits = { line: 64 * 1024 * 1024, responseBytes: 512 * 1024 * 1024 };

export interface UpstreamFetchOptions {
  /** Milliseconds that opening a connection may take. */
  readonly connectTimeout: number;
  /** The address of an HTTP proxy to ask through. */
  readonly proxy?: string;
  readonly bounds?: ResponseLimits;
}

/** The `fetch` that packages are given: our connections, our limits. */
export interface UpstreamFetch {
  readonly fetch: typeof fetch;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates a `fetch` that never follows redirects, because a package sends its key in a custom header that would
 * be forwarded. Packages buffer error bodies completely, so these are truncated here; they buffer each line of a
 * response, so lines are limited, and compression is disabled because its output could have any length. Only opening
 * a connection has a timeout here; the call handles the phases of a response.
 */
export function createUpstreamFetch({
  connectTimeout,
  proxy,
  bounds = responseLimits,
}: UpstreamFetchOptions): UpstreamFetch {
  const agent: Dispatcher =
    proxy === undefined
      ? new Agent({
          connect: { timeout: connectTimeout },
          headersTimeout: 0,
          bodyTimeout: 0,
          allowH2: false,
          pipelining: 1,
        })
      : throughProxy(proxy, { connectTimeout });
  const bounded = agent.compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, new BoundedResponse(handler, bounds)),
  );
  return {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set('accept-encoding', 'identity');
      const body = typeof init?.body === 'string' ? withWellFormedCharacters(init.body) : init?.body;
      const response = await fetch(input, {
        ...init,
        ...(body !== undefined && { body }),
        headers,
        redirect: 'manual',
        dispatcher: bounded,
      });
      if (response.status < 300) return response;
      if (response.status >= 400) return await withTruncatedBody(response);
      await response.body?.cancel();
      throw new EngineError(
        'upstream-failed',
        'The upstream responded with a redirect, which the service does not follow.',
        {
          cause: { status: response.status },
        },
      );
    },
    close: () => agent.destroy(),
  };
}

async function withTruncatedBody({ status, statusText, headers, body }: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
      if (length >= maxErrorBodyBytes) break;
    }
  } catch {
    // The body breaks off, and its status is sufficient.
  }
  return new Response(Buffer.concat(chunks).subarray(0, maxErrorBodyBytes), { status, statusText, headers });
}
