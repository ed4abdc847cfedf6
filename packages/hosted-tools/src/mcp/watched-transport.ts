import { AsyncLocalStorage } from 'node:async_hooks';
import {
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { boundedFetch, type BoundedFetchOptions, type McpHttpRequest } from './bounded-fetch.js';
import { endedEarly } from './mcp-server-failure.js';

/** Maximum number of times the rest of an aborted response is requested, where the server numbers its events. */
const maxResumptions = 2;
/** Maximum delay before that, in milliseconds, also if the server requests more. */
const maxPauseMs = 5_000;
/**
 * Maximum number of concurrent replies to a server's own requests, because the server could make the service flood
 * it.
 */
const maxConcurrentReplies = 4;
/** Milliseconds after which a notice is given up. */
const notificationTimeoutMs = 10_000;
/** Milliseconds in which a server takes notice that a call is over. */
const cancellationGraceMs = 500;

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/**
 * The library's transport with fixes for cases that it leaves to timeouts: a request whose stream ends without a
 * response fails at once, a cancelled request is aborted, and no resumption timer remains after the connection.
 */
export class WatchedTransport extends StreamableHTTPClientTransport {
  readonly #running: Map<string | number, AbortController>;
  readonly #pauses: Set<NodeJS.Timeout>;
  readonly #current: AsyncLocalStorage<McpHttpRequest>;
  /** Messages whose replies are not awaited, but which should still be delivered. */
  readonly #pendingNotifications = new Set<Promise<void>>();
  #replies = 0;

  constructor(url: URL, options: Omit<BoundedFetchOptions, 'call'>) {
    const current = new AsyncLocalStorage<McpHttpRequest>();
    const pauses = new Set<NodeJS.Timeout>();
    super(url, {
      fetch: boundedFetch({ ...options, call: () => current.getStore() }),
      reconnectionOptions: {
        initialReconnectionDelay: 500,
        maxReconnectionDelay: maxPauseMs,
        reconnectionDelayGrowFactor: 2,
        maxRetries: maxResumptions,
      },
      reconnectionScheduler: (reconnect, delay) => {
        const pause = setTimeout(
          () => {
            pauses.delete(pause);
            reconnect();
          },
          Math.min(delay, maxPauseMs),
        );
        pauses.add(pause);
        return () => {
          clearTimeout(pause);
          pauses.delete(pause);
        };
      },
    });
    this.#current = current;
    this.#pauses = pauses;
    this.#running = new Map();
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && 'id' in message) return await this.#ask(message.id, message, options);
    if ('method' in message) return await this.#notify(message, options);
    if (this.#replies >= maxConcurrentReplies) return;
    this.#replies += 1;
    try {
      await this.#current.run({ signal: AbortSignal.timeout(notificationTimeoutMs) }, () =>
        super.send(message, sendOptionsOf(options)),
      );
    } finally {
      this.#replies -= 1;
    }
  }

  /** Resolves when all notices have arrived or failed. */
  async flushNotifications(): Promise<void> {
    while (this.#pendingNotifications.size > 0) await Promise.allSettled(this.#pendingNotifications);
  }

  override async close(): Promise<void> {
    for (const pause of this.#pauses) clearTimeout(pause);
    this.#pauses.clear();
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
    await super.close();
  }

  async #ask(id: string | number, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const running = new AbortController();
    const call: McpHttpRequest = { signal: running.signal };
    this.#running.set(id, running);
    const failConnection = (): void => {
      this.#running.delete(id);
      // If a response arrived before its stream ended, this second one is ignored.
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: -32_000, message: 'ended', data: call.failure ?? endedEarly() },
      });
    };
    try {
      await this.#current.run(call, () =>
        super.send(message, { ...sendOptionsOf(options), onRequestStreamEnd: failConnection }),
      );
    } catch (thrown) {
      this.#running.delete(id);
      throw call.failure ?? thrown;
    }
  }

  async #notify(message: JSONRPCMessage & { method: string }, options?: TransportSendOptions): Promise<void> {
    const sent = this.#current.run({ signal: AbortSignal.timeout(notificationTimeoutMs) }, () =>
      super.send(message, sendOptionsOf(options)),
    );
    if (message.method !== 'notifications/cancelled') return await sent;
    const cancellation = this.#abandonRequest(message, sent);
    this.#pendingNotifications.add(cancellation);
    void cancellation.finally(() => this.#pendingNotifications.delete(cancellation));
    await cancellation;
  }

  /** The server was notified, or had the time for it, so its response is no longer awaited. */
  async #abandonRequest(message: JSONRPCMessage, sent: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => (timer = setTimeout(resolve, cancellationGraceMs)));
    await Promise.race([sent.catch(() => undefined), timedOut]);
    clearTimeout(timer);
    const id = 'params' in message ? message.params?.['requestId'] : undefined;
    if (typeof id !== 'number' && typeof id !== 'string') return;
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }
}

/** What is of use here. */
function sendOptionsOf({ requestSignal, headers }: TransportSendOptions = {}): SendOptions {
  return { ...(requestSignal === undefined ? {} : { requestSignal }), ...(headers === undefined ? {} : { headers }) };
}
