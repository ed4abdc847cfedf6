// The only module that uses the protocol library. It is loaded on the first connection, because the library is large.
import { Client, SdkError, SdkErrorCode, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { JsonObject } from '@org/engine';
import type { BoundedFetchOptions } from './bounded-fetch.js';
import { failureOf, findWrappedFailure } from './failure-of.js';
import type { McpServerLimits } from './mcp-server-settings.js';
import { withExactContent, withExactTools, withReceivedText } from './received-text.js';
import { WatchedTransport } from './watched-transport.js';

export interface ConnectionOptions extends Omit<BoundedFetchOptions, 'call' | 'maxBytes'> {
  readonly url: URL;
  readonly limits: McpServerLimits;
  /** The server is known to speak a revision of the protocol from before 2026. */
  readonly isLegacy: boolean;
}

/** Milliseconds that a session may take to end. */
const closeTimeoutMs = 1_000;

/** The service validates a server's tools one by one, so that an invalid tool does not affect the others. */
const unvalidated: StandardSchemaV1<unknown> = {
  '~standard': { version: 1, vendor: 'model-response-service', validate: (value) => ({ value }) },
};

/** Schemas of servers are never compiled, because models do not use output schemas. */
const noValidation = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

function newTransport({ url, limits, dispatcher, headers }: ConnectionOptions): WatchedTransport {
  return new WatchedTransport(url, { dispatcher, headers, maxBytes: limits.maxResultBytes });
}

function newClient(mode: 'auto' | 'legacy'): Client {
  const client = new Client(
    { name: 'model-response-service', version: '1' },
    { versionNegotiation: { mode }, jsonSchemaValidator: noValidation, inputRequired: { autoFulfill: false } },
  );
  // Each request reports its own errors.
  client.onerror = () => undefined;
  return client;
}

/** A connection to one server, for one turn. All its failures are `McpServerFailure`s. */
export class McpConnection {
  readonly #limits: McpServerLimits;
  #transport: WatchedTransport;
  #client: Client;
  #starting: Promise<void> | undefined;
  #dropped = false;

  constructor(readonly options: ConnectionOptions) {
    this.#limits = options.limits;
    this.#transport = newTransport(options);
    this.#client = newClient(options.isLegacy ? 'legacy' : 'auto');
  }

  start(): Promise<void> {
    this.#starting ??= this.#request(this.#limits.listTimeoutMs, (timeout) => this.#initialize(timeout));
    return this.#starting;
  }

  /** Whether the server speaks a revision of the protocol from before 2026. */
  get isLegacy(): boolean {
    return this.#client.getProtocolEra() === 'legacy';
  }

  /** A page of the `tools/list` result. */
  async listPage(cursor: string | undefined, signal: AbortSignal): Promise<unknown> {
    // A server without tools need not know the question.
    if (this.#client.getServerCapabilities()?.tools === undefined) return { tools: [] };
    const params = cursor === undefined ? {} : { cursor };
    return await this.#request(this.#limits.listTimeoutMs, (timeout) =>
      withReceivedText(
        () => this.#client.request({ method: 'tools/list', params }, unvalidated, { timeout, signal }),
        withExactTools,
      ),
    );
  }

  /**
   * The `tools/call` result. `inputSchema`: the tool's schema, if known, because some servers want arguments in
   * headers, too.
   */
  async call(
    name: string,
    args: JsonObject,
    inputSchema: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    const definition =
      inputSchema === undefined
        ? {}
        : { toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' as const } } };
    return await this.#request(this.#limits.callTimeoutMs, (timeout) =>
      withReceivedText(
        () => this.#client.callTool({ name, arguments: args }, { timeout, signal, ...definition }),
        withExactContent,
      ),
    );
  }

  /** Whether the server knows it by a name, which it may forget. */
  get inSession(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** Drops the connection without ending the session. */
  async drop(): Promise<void> {
    this.#dropped = true;
    await this.#transport.close().catch(() => undefined);
  }

  /** Ends the session gracefully if the server allows it. */
  async close(): Promise<void> {
    let timeout: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, closeTimeoutMs)));
    await Promise.race([this.#endSession(), timedOut]).catch(() => undefined);
    clearTimeout(timeout);
    await this.drop();
  }

  /** A server that fails on revision negotiation gets the older handshake. */
  async #initialize(timeout: number): Promise<void> {
    try {
      await this.#client.connect(this.#transport, { timeout });
    } catch (thrown) {
      if (
        !(thrown instanceof SdkError) ||
        thrown.code !== SdkErrorCode.EraNegotiationFailed ||
        findWrappedFailure(thrown) !== undefined ||
        this.#dropped
      )
        throw thrown;
      this.#transport = newTransport(this.options);
      this.#client = newClient('legacy');
      await this.#client.connect(this.#transport, { timeout });
    }
  }

  async #endSession(): Promise<void> {
    // A session whose id has not arrived yet could not be ended.
    await this.#starting?.catch(() => undefined);
    await this.#transport.flushNotifications();
    await this.#transport.terminateSession();
  }

  async #request<Result>(timeout: number, operation: (timeout: number) => Promise<Result>): Promise<Result> {
    try {
      return await operation(timeout);
    } catch (thrown) {
      throw failureOf(thrown, timeout);
    }
  }
}
