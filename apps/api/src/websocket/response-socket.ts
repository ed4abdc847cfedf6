import { EngineError, runInSlices, shuttingDown, toEngineError, type TraceContext } from '@org/engine';
import type { WebSocket } from 'ws';
import type { Principal } from '../request-context/principal.js';
import { clientDisconnectedError } from '../request-context/client-disconnected.js';
import { RequestContext } from '../request-context/request-context.js';
import { socketPath } from '../http/socket-upgrade.js';
import { readFrame, streamIdOf, toClientFrame, type CreateFrame, type ReceivedFrame } from './client-frame.js';
import { WebSocketResponse, type Connection } from './websocket-response.js';
import { ConnectionTurns } from './connection-turns.js';
import { errorFrame, steeringRefused } from './error-frame.js';
import { traceOfFrame } from './trace-of-frame.js';
import { SocketStreams } from './socket-streams.js';
import type { SocketService } from './socket-service.js';
import { SocketWriter } from './socket-writer.js';
import { tagged } from './tagged.js';

/**
 * Maximum unread bytes for a client that continues to send without reading; beyond that it is disconnected. Fits the
 * ends of several responses.
 */
const maxUnreadBytes = 4_194_304;
/** Time for the peer to complete the closing handshake. */
const closeGraceMs = 1000;

export const closeCodes = { normal: 1000, goingAway: 1001, policy: 1008 } as const;

/** What the client sent when it opened the connection. */
export interface HandshakeInfo {
  readonly key: string;
  /** The client that the key authenticated then. */
  readonly principal: Principal;
  readonly requestId: string;
  /** Betas for all of its responses. */
  readonly betas: readonly string[];
  readonly trace: TraceContext | undefined;
}

/** One connection: its responses are scheduled in {@link SocketStreams}, and each is generated like one over HTTP. */
export class ResponseSocket {
  /** Called when other frames are parsed or wait than before. A frame that stops does so before its response starts. */
  onBytesChanged: (() => void) | undefined;
  readonly #socket: WebSocket;
  readonly #service: SocketService;
  readonly #writer: SocketWriter;
  readonly #connection: Connection;
  readonly #streams: SocketStreams;
  readonly #handshake: HandshakeInfo;
  /** Why the connection closes as soon as it is idle. */
  #ending: { readonly code: number; readonly error?: EngineError } | undefined;
  #unparsedBytes = 0;
  /** The reads of a long frame and of those after it. */
  #reading: Promise<void> | undefined;
  /** The close frame was sent: further input is ignored. */
  #closing = false;

  constructor(socket: WebSocket, handshake: HandshakeInfo, service: SocketService) {
    const { key, principal } = handshake;
    this.#socket = socket;
    this.#handshake = handshake;
    this.#service = service;
    this.#writer = new SocketWriter(socket);
    const turns = new ConnectionTurns(principal.owner, service.store, service.limits.maxBodyBytes);
    this.#connection = { service, key, turns, writer: this.#writer, disconnect: () => socket.terminate() };
    this.#streams = new SocketStreams(service.limits.maxBodyBytes);
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.once('close', () => this.#abandon());
    // A frame that violates the protocol or a limit: the library closes with the matching code.
    socket.on('error', () => undefined);
  }

  /** Bytes of the received frames that are not parsed yet. */
  get unparsedBytes(): number {
    return this.#unparsedBytes;
  }

  /** Bytes of the frames that wait. */
  get waitingBytes(): number {
    return this.#streams.waitingBytes;
  }

  /** Closes now, or when the running responses have ended. `error` is sent first. */
  end(code: number, error?: EngineError): void {
    this.#ending ??= { code, ...(error === undefined ? {} : { error }) };
    if (this.#streams.running.length === 0) this.#close(this.#ending);
  }

  #close({ code, error }: { readonly code: number; readonly error?: EngineError }): void {
    if (this.#closing) return;
    this.#closing = true;
    for (const { streamId } of this.#streams.drainWaiting()) this.#refuse(error ?? notStarted(code), streamId);
    if (error !== undefined) this.#sendError(error, undefined, this.#service.ids.next('req'));
    this.#socket.close(code);
    const terminateTimer = setTimeout(() => this.#socket.terminate(), closeGraceMs);
    this.#socket.once('close', () => clearTimeout(terminateTimer));
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#closing) return;
    if (this.#socket.bufferedAmount > maxUnreadBytes) {
      this.#ending = { code: closeCodes.policy };
      this.#close(this.#ending);
      return;
    }
    this.#unparsedBytes += data.length;
    const read = (): void | Promise<void> => this.#read(data, isBinary);
    const reading = this.#reading === undefined ? read() : this.#reading.then(read);
    if (reading === undefined) return;
    this.onBytesChanged?.();
    const settled = reading.finally(() => {
      if (this.#reading === settled) this.#reading = undefined;
    });
    this.#reading = settled;
  }

  /** Parses a frame, a long one in slices, and starts what it asks for. Never throws or rejects. */
  #read(data: Buffer, isBinary: boolean): void | Promise<void> {
    const { maxJsonDepth: depth, maxJsonValues: values } = this.#service.limits;
    const accept = ({ value, size }: ReceivedFrame): void => {
      this.#unparsedBytes -= data.length;
      this.onBytesChanged?.();
      this.#accept(value, size);
      this.onBytesChanged?.(); // It may wait.
    };
    const refuse = (thrown: unknown): void => {
      this.#unparsedBytes -= data.length;
      this.onBytesChanged?.();
      this.#refuse(toEngineError(thrown), undefined);
    };
    let frame: ReceivedFrame | Promise<ReceivedFrame>;
    try {
      frame = runInSlices(readFrame(data, isBinary, { depth, values }));
    } catch (thrown) {
      refuse(thrown);
      return;
    }
    if (frame instanceof Promise) return frame.then(accept, refuse);
    accept(frame);
  }

  /** Never throws. */
  #accept(value: ReceivedFrame['value'], size: number): void {
    if (this.#closing) return;
    let streamId: string | undefined;
    try {
      streamId = streamIdOf(value);
      const frame = toClientFrame(value, size);
      switch (frame.type) {
        case 'response.create':
          this.#create(frame);
          break;
        case 'response.steer':
          this.#writer.send(JSON.stringify(tagged(steeringRefused(frame.event), frame.streamId)));
          break;
      }
    } catch (thrown) {
      this.#refuse(toEngineError(thrown), streamId);
    }
  }

  /** Throws where the connection accepts no more responses. */
  #create(frame: CreateFrame): void {
    this.#streams.name(frame.streamId);
    if (this.#ending === undefined && this.#streams.canStart(frame)) this.#start(frame);
    else if (!this.#streams.wait(frame))
      throw new EngineError('overloaded', 'Too many responses wait on this connection.', { retryAfter: 1 });
  }

  #start(frame: CreateFrame): void {
    const requestContext = new RequestContext({
      requestId: this.#service.ids.next('req'),
      dialect: 'responses',
      betas: this.#handshake.betas,
      // A frame may have its own trace.
      trace: traceOfFrame(frame.body) ?? this.#handshake.trace,
    });
    this.#streams.start(frame.streamId, requestContext);
    this.#service.open.add(requestContext);
    void this.#respond(frame, requestContext);
  }

  /** Never rejects. The last frames go out when everything is settled, so that the next request may follow at once. */
  async #respond(frame: CreateFrame, requestContext: RequestContext): Promise<void> {
    const { last, status } = await new WebSocketResponse(frame, requestContext, this.#connection).make();
    this.#streams.end(frame.streamId);
    this.#service.open.delete(requestContext);
    for (const text of last) this.#writer.send(text);
    this.#report(requestContext, status);
    if (this.#ending !== undefined) {
      this.end(this.#ending.code);
      return;
    }
    // An ended response admits one: the next of its stream, or one of another stream that exceeded the concurrency
    // limit.
    const next = this.#streams.next();
    if (next === undefined) return;
    this.onBytesChanged?.();
    this.#start(next);
  }

  /** Sends the error of a frame that starts no response, and reports it as a request. */
  #refuse(error: EngineError, streamId: string | undefined): void {
    const requestContext = new RequestContext({ requestId: this.#service.ids.next('req'), dialect: 'responses' });
    requestContext.principal = this.#handshake.principal;
    requestContext.log.failure = error;
    const status = this.#sendError(error, streamId, requestContext.requestId);
    this.#report(requestContext, status);
  }

  /** Returns the status in the frame. */
  #sendError(error: EngineError, streamId: string | undefined, requestId: string): number {
    const frame = errorFrame(error, requestId);
    this.#writer.send(JSON.stringify(tagged(frame, streamId)));
    return Number(frame['status']);
  }

  #report(requestContext: RequestContext, status: number): void {
    const { requestId: originRequestId } = this.#handshake;
    this.#service.report(requestContext, {
      method: 'GET',
      route: socketPath,
      status,
      transport: 'websocket',
      originRequestId,
    });
  }

  /** The client is disconnected: its running work has no reader. */
  #abandon(): void {
    this.#streams.drainWaiting();
    for (const requestContext of this.#streams.running) {
      requestContext.log.clientAbort = true;
      requestContext.abort(clientDisconnectedError());
    }
  }
}

/** The error for a response that did not start before its connection ended. */
function notStarted(code: number): EngineError {
  return code === closeCodes.goingAway
    ? shuttingDown()
    : new EngineError('cancelled', 'The connection ended before the service started this response.');
}
