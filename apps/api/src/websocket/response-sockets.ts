import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  EngineError,
  type IdSource,
  type ModelRegistry,
  readTraceContext,
  shuttingDown,
  type Store,
  toEngineError,
} from '@org/engine';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Authenticator } from '../auth/authenticator.js';
import type { Principal } from '../request-context/principal.js';
import type { ServiceConfig } from '../config/service-config.js';
import { bytesToHold, bytesToParse } from '../config/settings/memory-shares.js';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { RequestContext } from '../request-context/request-context.js';
import type { ActiveRequests } from '../request-context/active-requests.js';
import type { Outcomes } from '../request-context/outcomes.js';
import { betaHeader } from '../http/dialect-of-path.js';
import { outOfConnections } from '../http/connections/out-of-connections.js';
import { sendRawReply } from '../http/reply/send-raw-reply.js';
import type { OpenConnections } from '../http/connections/open-connections.js';
import type { StalledReaders } from '../http/reply/stalled-readers.js';
import { socketPath } from '../http/socket-upgrade.js';
import { auditedCredential } from '../auth/audited-credential.js';
import type { RevokedKeyMonitor } from '../keys/revoked-key-monitor.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { Turns } from '../turn/turns.js';
import { startHeartbeat } from './heartbeat.js';
import { closeCodes, ResponseSocket } from './response-socket.js';
import { chooseProtocol, socketCredential } from './socket-credential.js';
import type { SocketService } from './socket-service.js';

const socketFacts = { method: 'GET', route: socketPath, transport: 'websocket' } as const;
/** Time for a rejected client to close its half of the connection. */
const closeGraceMs = 1000;

export interface ResponseSocketsOptions {
  readonly config: ServiceConfig;
  readonly authenticator: Authenticator;
  readonly turns: Turns;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly ids: IdSource;
  readonly open: ActiveRequests;
  readonly outcomes: Outcomes;
  readonly readers: StalledReaders;
  readonly openConnections: OpenConnections;
  readonly keyLimits: KeyLimits;
  readonly keys: RevokedKeyMonitor;
  readonly memoryBudget: MemoryBudget;
}

/** An upgrade request whose key is valid. */
interface Upgrade {
  readonly requestContext: RequestContext;
  readonly principal: Principal;
  readonly key: string;
}

/** All WebSocket connections: lets them in, bounds them, and ends them when the service stops. */
export class ResponseSockets {
  readonly #options: ResponseSocketsOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<ResponseSocket>();
  /** Counts all upgrade requests, with any outcome. */
  readonly #transports = new Set<Duplex>();
  /** The request ids of accepted upgrades. */
  readonly #handshakes = new WeakMap<IncomingMessage, string>();
  readonly #service: SocketService;
  #stopping = false;

  constructor(options: ResponseSocketsOptions) {
    const { config, outcomes } = options;
    const { limits } = config;
    this.#options = options;
    this.#service = {
      ...options,
      limits,
      keepAliveMs: config.stream.keepAliveSeconds * 1000,
      report: (requestContext, facts) => outcomes.report(requestContext, facts),
    };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.maxBodyBytes,
      perMessageDeflate: false,
      // One frame of a connection in each turn of the event loop: a read may have a thousand short ones.
      allowSynchronousEvents: false,
      handleProtocols: chooseProtocol,
    });
    this.#server.on('headers', (headers, request) => {
      const requestId = this.#handshakes.get(request);
      if (requestId !== undefined) headers.push(`request-id: ${requestId}`, `x-request-id: ${requestId}`);
    });
    this.#server.on('wsClientError', (_, socket) =>
      this.#refuse(
        socket,
        new EngineError('invalid-request', 'The request is not a WebSocket handshake of version 13.'),
      ),
    );
  }

  /** Handles one upgrade request. Rejections are plain HTTP replies. */
  accept(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    transport.on('error', () => transport.destroy());
    this.#transports.add(transport);
    transport.once('close', () => this.#transports.delete(transport));
    if (this.#options.openConnections.isSurplus(request.socket)) {
      this.#refuse(transport, outOfConnections());
      return;
    }
    const requestContext = this.#contextOfUpgrade();
    this.#authenticateUpgrade(request)
      .then(({ principal, key }) => {
        requestContext.principal = principal;
        this.#open(request, transport, head, { requestContext, principal, key });
      })
      .catch((thrown: unknown) => this.#refuse(transport, toEngineError(thrown), requestContext));
  }

  /** Closes every connection as soon as it is idle. */
  stop(): void {
    this.#stopping = true;
    for (const connection of this.#connections) connection.end(closeCodes.goingAway);
  }

  /** Disconnects every connection, including busy ones: the server waits for them, but no longer tracks them. */
  disconnect(): void {
    for (const transport of this.#transports) transport.destroy();
  }

  /** Open connections. */
  get count(): number {
    return this.#connections.size;
  }

  async #authenticateUpgrade({ headers, socket }: IncomingMessage): Promise<{ principal: Principal; key: string }> {
    this.#requireService();
    const { authenticator } = this.#options;
    const key = auditedCredential(
      () => socketCredential(headers),
      authenticator,
      () => socket.remoteAddress,
    );
    return { principal: await authenticator.principalOf(key, socket.remoteAddress), key };
  }

  #requireService(): void {
    if (this.#options.open.refusing || this.#stopping) throw shuttingDown();
  }

  /** Counts and opens atomically: during a key lookup other connections arrive, and the service may stop. */
  #open(request: IncomingMessage, transport: Duplex, head: Buffer, upgrade: Upgrade): void {
    const { requestContext, principal } = upgrade;
    this.#requireService();
    const { config, openConnections } = this.#options;
    const connections = Math.min(config.websocket.connections, openConnections.maxSockets);
    if (this.#connections.size >= connections)
      throw new EngineError('overloaded', `The service has reached its limit of ${connections} open connections.`, {
        retryAfter: 5,
      });
    const disconnect = this.#options.keyLimits.connect(principal);
    if (disconnect !== undefined) onceClosed(transport, disconnect);
    this.#handshakes.set(request, requestContext.requestId);
    this.#server.handleUpgrade(request, transport, head, (socket) => {
      this.#options.outcomes.reportToLog(requestContext, { ...socketFacts, status: 101 });
      this.#connect(socket, request, upgrade);
    });
  }

  #connect(
    socket: WebSocket,
    { socket: transport, headers }: IncomingMessage,
    { requestContext: { requestId }, principal, key }: Upgrade,
  ): void {
    const { owner, keyId, revocable } = principal;
    const { maxConnectionMinutes, heartbeatSeconds } = this.#options.config.websocket;
    const connection = new ResponseSocket(
      socket,
      {
        key,
        principal,
        requestId,
        betas: betaHeader(headers, 'responses'),
        trace: readTraceContext(headers['traceparent'], headers['tracestate']),
      },
      this.#service,
    );
    this.#connections.add(connection);
    startHeartbeat(socket, transport, heartbeatSeconds * 1000);
    this.#boundFrames(socket, transport, connection, owner);
    const limit = setTimeout(() => {
      connection.end(closeCodes.normal, outOfTime(maxConnectionMinutes));
      // The running response is waited for, but not for a client that reads none of it.
      this.#options.readers.follow(transport);
    }, maxConnectionMinutes * 60_000);
    // Its running work is aborted like any other request.
    const letGo = revocable
      ? this.#options.keys.watch(keyId, (reason) => connection.end(closeCodes.policy, reason))
      : undefined;
    socket.once('close', () => {
      letGo?.();
      clearTimeout(limit);
      this.#connections.delete(connection);
    });
  }

  /**
   * The received part of an incomplete frame, and the frames that are parsed or wait, count towards the memory budget.
   * Without free memory the service reads no more from the connection, and closes it after a while.
   */
  #boundFrames(socket: WebSocket, transport: Duplex, connection: ResponseSocket, owner: string): void {
    const reservation = this.#options.memoryBudget.reservation(owner);
    let partial = 0;
    let isWaiting = false;
    const bytes = (): number =>
      (partial + connection.unparsedBytes) * bytesToParse + connection.waitingBytes * bytesToHold;
    const count = (): void => {
      if (isWaiting) return;
      reservation.shrink(bytes());
      const waiting = reservation.grow(bytes());
      if (waiting === undefined) return;
      isWaiting = true;
      socket.pause();
      waiting
        .then(() => {
          isWaiting = false;
          socket.resume();
          count();
        })
        .catch(() => socket.terminate());
    };
    connection.onBytesChanged = count;
    // Before the library reads it: the chunk that completes a frame is no part of the next one.
    transport.prependListener('data', (chunk: Buffer) => {
      partial += chunk.length;
      count();
    });
    socket.prependListener('message', () => {
      partial = 0;
      count();
    });
    socket.once('close', () => reservation.release());
  }

  #contextOfUpgrade(): RequestContext {
    return new RequestContext({ requestId: this.#options.ids.next('req'), dialect: 'responses' });
  }

  #refuse(transport: Duplex, error: EngineError, requestContext = this.#contextOfUpgrade()): void {
    requestContext.log.failure = error;
    const { status, headers, body } = encodeErrorOfDialect(error, 'responses', requestContext.requestId);
    this.#options.outcomes.report(requestContext, { ...socketFacts, status });
    if (transport.writable) sendRawReply(transport, status, body, requestContext.requestId, headers);
    const disconnect = setTimeout(() => transport.destroy(), closeGraceMs);
    transport.once('close', () => clearTimeout(disconnect));
  }
}

/** Also where it was closed during the key lookup. */
function onceClosed(transport: Duplex, then: () => void): void {
  if (transport.destroyed) then();
  else transport.once('close', then);
}

function outOfTime(minutes: number): EngineError {
  return new EngineError(
    'invalid-request',
    `The connection has reached its limit of ${minutes} minutes; open a new one to continue.`,
    { detail: 'websocket_connection_limit_reached' },
  );
}
