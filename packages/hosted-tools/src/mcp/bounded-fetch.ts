import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { recordReceived } from './received-text.js';
import { endedEarly, tooLarge, McpServerFailure, unreachable } from './mcp-server-failure.js';

/** One request to a server, with the facts that its library does not report. */
export interface McpHttpRequest {
  /** Aborts the request, also while its response is read. */
  readonly signal: AbortSignal;
  /** The reason why its response could not be read completely. */
  failure?: McpServerFailure;
}

export interface BoundedFetchOptions {
  readonly dispatcher: Dispatcher;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum size of one response. */
  readonly maxBytes: number;
  /** The request that is being made. */
  readonly call: () => McpHttpRequest | undefined;
}

/** Maximum number of bytes to read from an error response. */
const maxErrorBodyBytes = 16 * 1024;
/** Statuses whose responses have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for the library: it follows no redirects, limits the response size, and reports only client-safe
 * failures.
 */
export function boundedFetch({
  dispatcher,
  headers,
  maxBytes,
  call: current,
}: BoundedFetchOptions): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const call = current();
    const own = new Headers(init.headers);
    // The server may send unsolicited messages on a separate stream, which a turn cannot use.
    if (init.method === 'GET' && !own.has('last-event-id')) return new Response(null, { status: 405 });
    const signals = [call?.signal, init.signal].filter((signal) => signal !== undefined && signal !== null);
    const fail = (failure: McpServerFailure): McpServerFailure => {
      if (call !== undefined) call.failure ??= failure;
      return failure;
    };
    let response: Dispatcher.ResponseData;
    try {
      response = await request(url, {
        dispatcher,
        method: init.method === 'GET' || init.method === 'DELETE' ? init.method : 'POST',
        // A body that is compressed nevertheless is rejected, because its real size would be known too late.
        headers: {
          'user-agent': 'model-response-service',
          ...Object.fromEntries(own),
          ...headers,
          'accept-encoding': 'identity',
        },
        body: typeof init.body === 'string' ? init.body : null,
        signal: AbortSignal.any(signals),
      });
    } catch (cause) {
      throw fail(unreachable(cause));
    }
    const { statusCode: status, body } = response;
    const refusal = rejectionOf(status, response.headers['content-encoding']);
    if (refusal !== undefined || bodiless.has(status)) body.on('error', () => undefined).destroy();
    if (refusal !== undefined) throw fail(refusal);
    const content = status >= 400 ? counted(body, maxErrorBodyBytes) : counted(body, maxBytes, fail);
    return new Response(bodiless.has(status) ? null : content, { status, headers: plainHeaders(response.headers) });
  };
}

/** The reason for rejecting a response of any content. */
function rejectionOf(status: number, encoding: string | string[] | undefined): McpServerFailure | undefined {
  if (status >= 300 && status < 400)
    return new McpServerFailure(
      'http',
      status,
      'The MCP server responded with a redirect, which the service does not follow: use the URL of the redirect target.',
    );
  if (encoding !== undefined && encoding !== 'identity')
    return new McpServerFailure(
      'http',
      502,
      'The MCP server responded with a compressed body, which the service does not support.',
    );
  return undefined;
}

/** The headers that the library needs; for a challenge it would start its own authorization flow. */
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  return ['content-type', 'mcp-session-id'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
}

/**
 * Counts the received bytes, regardless of the declared length. More than `maxBytes` fails; without `fail` it ends
 * the body.
 */
function counted(
  body: Readable,
  maxBytes: number,
  fail?: (failure: McpServerFailure) => McpServerFailure,
): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: true });
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next();
          if (done === true) return controller.close();
          length += value.length;
          if (length <= maxBytes) {
            recordReceived(value);
            return controller.enqueue(value);
          }
          body.on('error', () => undefined).destroy();
          if (fail === undefined) controller.close();
          else controller.error(fail(tooLarge(maxBytes)));
        } catch {
          if (fail === undefined) controller.close();
          else controller.error(fail(endedEarly()));
        }
      },
      cancel() {
        body.on('error', () => undefined).destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
