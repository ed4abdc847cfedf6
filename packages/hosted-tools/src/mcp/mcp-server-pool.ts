import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  type RunContext,
  shuttingDown,
  type McpServer,
  type McpServerRequest,
  type McpServers,
  untilAborted,
  ConnectionSlots,
  PendingConnections,
} from '@org/engine';
import { serverNotAllowed } from './server-not-allowed.js';
import { type AddressPolicy, isPublicAddress } from '../web/public-address.js';
import { queryNameServers } from '../web/query-name-servers.js';
import { guardedConnect, type Resolve } from '../web/guarded-connect.js';
import { findServer, type FoundServer } from './find-server.js';
import { LegacyServerCache } from './legacy-server-cache.js';
import type { ConnectionOptions, McpConnection } from './mcp-connection.js';
import { requestHeaders } from './request-headers.js';
import { ServerSession, type McpRequestRecord } from './server-session.js';
import type { ConfiguredMcpServer, McpServerLimits, McpServerSettings } from './mcp-server-settings.js';

export interface McpServerPoolOptions {
  readonly settings: McpServerSettings;
  /** Of servers that are not configured. Default: the public Internet. */
  readonly policy?: AddressPolicy;
  /** Default: asks the system's name servers. */
  readonly resolve?: Resolve;
}

/** A pool of connections to servers of one kind. */
interface Pool {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/** Servers that speak the Model Context Protocol over Streamable HTTP. */
export class McpServerPool implements McpServers {
  /** Those that have been connected, or are being. */
  readonly #open = new Set<ServerSession>();
  readonly #slots = new Map<ConfiguredMcpServer, ConnectionSlots>();
  readonly #configured: Pool;
  readonly #revisions = new LegacyServerCache();
  readonly #listeners: ((record: McpRequestRecord) => void)[] = [];
  #library: Promise<{ readonly McpConnection: typeof McpConnection }> | undefined;
  #closed = false;

  constructor(readonly options: McpServerPoolOptions) {
    const { servers, limits } = options.settings;
    for (const server of servers) this.#slots.set(server, new ConnectionSlots(limits.concurrentCalls));
    this.#configured = startPool(limits, (pendingConnections) =>
      pendingConnections.watch(buildConnector({ timeout: limits.connectTimeoutMs, allowH2: false })),
    );
  }

  get inUse(): number {
    return this.#open.size;
  }

  open(
    request: McpServerRequest,
    { signal, requestId, trace }: Pick<RunContext, 'signal' | 'requestId' | 'trace'>,
  ): McpServer {
    if (this.#closed) throw shuttingDown();
    const { settings } = this.options;
    const { limits } = settings;
    const { label, param, address } = request;
    const found = findServer(address, settings);
    if (found === undefined) throw serverNotAllowed(param);
    const { url, configured } = found;
    const headers = requestHeaders(request, configured);
    let pool: Pool | undefined;
    const session = new ServerSession({
      label,
      param,
      limits,
      slots: this.#slotsOf(found),
      signal,
      connect: (ended) => {
        this.#open.add(session);
        pool ??= configured === undefined ? this.#guardedPool() : this.#configured;
        return this.#connect(
          { url, limits, headers, dispatcher: pool.dispatcher, isLegacy: this.#revisions.isLegacy(url.href) },
          ended,
        );
      },
      onClosed: async () => {
        this.#open.delete(session);
        if (pool !== this.#configured) await pool?.close();
      },
      record: (facts) =>
        this.#notifyListeners({
          server: configured?.name ?? url.hostname,
          ...(configured === undefined ? {} : { configured: true }),
          requestId,
          ...(trace === undefined ? {} : { trace }),
          ...facts,
        }),
    });
    return session;
  }

  /** Calls `listener` after each list and each call. */
  listen(listener: (record: McpRequestRecord) => void): void {
    this.#listeners.push(listener);
  }

  /** Loads the library, which takes a moment, before the first server has to wait for it. */
  load(): Promise<{ readonly McpConnection: typeof McpConnection }> {
    this.#library ??= import('./mcp-connection.js');
    return this.#library;
  }

  /** Ends all that is open. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#library?.catch(() => undefined);
    await Promise.all([...this.#open].map((session) => session.close()));
    await this.#configured.close();
  }

  async #connect(options: ConnectionOptions, signal: AbortSignal): Promise<McpConnection> {
    const { McpConnection: Connection } = await this.load();
    const connection = new Connection(options);
    try {
      await untilAborted(signal, () => connection.start());
      if (connection.isLegacy) this.#revisions.markLegacy(options.url.href);
      return connection;
    } catch (thrown) {
      this.#revisions.delete(options.url.href);
      await connection.close();
      throw thrown;
    }
  }

  #notifyListeners(record: McpRequestRecord): void {
    for (const listener of this.#listeners) listener(record);
  }

  #slotsOf({ configured }: FoundServer): ConnectionSlots {
    const shared = configured === undefined ? undefined : this.#slots.get(configured);
    return shared ?? new ConnectionSlots(this.options.settings.limits.concurrentCalls);
  }

  /** Creates a pool for one session, so that no connection to a third-party machine stays open. */
  #guardedPool(): Pool {
    const { settings, policy = isPublicAddress, resolve = queryNameServers() } = this.options;
    const { connectTimeoutMs: timeout } = settings.limits;
    return startPool(settings.limits, (pendingConnections) =>
      guardedConnect({ policy, resolve, timeout, pendingConnections }),
    );
  }
}

function startPool(
  { listTimeoutMs, callTimeoutMs }: McpServerLimits,
  connectorOver: (pendingConnections: PendingConnections) => buildConnector.connector,
): Pool {
  const pendingConnections = new PendingConnections();
  // Requests have their own timeouts by purpose.
  const maxTimeoutMs = Math.max(listTimeoutMs, callTimeoutMs) + 1_000;
  const agent = new Agent({
    connect: connectorOver(pendingConnections),
    allowH2: false,
    pipelining: 1,
    headersTimeout: maxTimeoutMs,
    bodyTimeout: maxTimeoutMs,
    maxHeaderSize: 16 * 1024,
  });
  return {
    dispatcher: agent,
    close: async () => {
      pendingConnections.stop(shuttingDown());
      await agent.destroy();
    },
  };
}
