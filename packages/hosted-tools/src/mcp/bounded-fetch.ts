import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { endedEarly, tooLarge, McpServerFailure, unreachable } from './mcp-server-failure.js';

/** One request to a server, as far as its library does not tell of it. */
export interface McpHttpRequest {
  /** Ends it, also while its answer is read. */
  readonly signal: AbortSignal;
  /** Why its answer could not be read to the end. */
  failure?: McpServerFailure;
}

export interface BoundedFetchOptions {
  readonly dispatcher: Dispatcher;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of one answer. */
  readonly maxBytes: number;
  /** The request that is being made. */
  readonly call: () => McpHttpRequest | undefined;
}

/** Bytes that are read of an answer that says no. */
const maxErrorBodyBytes = 16 * 1024;
/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** A `fetch` for the library: it follows no redirects, reads no more than it may, and says of failures only what clients may know. */
export function boundedFetch({
  dispatcher,
  headers,
  maxBytes,
  call: current,
}: BoundedFetchOptions): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const call = current();
    const own = new Headers(init.headers);
    // The server may send what nobody asked for on a stream of its own: there is no use for it within a turn.
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
        // A body that comes compressed all the same is not taken: how long it really is would show too late.
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

/** Why an answer is not taken, whatever it says. */
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

/** What the library needs to know; it would start a sign-in of its own for a challenge. */
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  return ['content-type', 'mcp-session-id'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
}

/** Counts what arrives, whatever the server says of the length. More than `maxBytes` fails; without `fail` it is the end. */
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
          if (length <= maxBytes) return controller.enqueue(value);
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
