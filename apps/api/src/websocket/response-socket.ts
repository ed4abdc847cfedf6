import { connectedResponses, readyingResponses } from '@org/dialects/responses';
import { EngineError, toEngineError } from '@org/engine/errors/engine-error';
import { shuttingDown } from '@org/engine/errors/shutting-down';
import type { FinishReason } from '@org/engine/model/finish-reason';
import type { GenerationEvent } from '@org/engine/model/generation-event';
import { ResultCollector } from '@org/engine/model/generation-result';
import type { TraceContext } from '@org/engine/ports/trace-context';
import { outputMessages } from '@org/engine/turn/turn-record';
import type { WebSocket } from 'ws';
import { Exchange } from '../exchange/exchange.js';
import { socketPath } from '../http/socket-upgrade.js';
import { readFrame, streamIdOf, toClientFrame, type CreateFrame } from './client-frame.js';
import { ConnectionTurns } from './connection-turns.js';
import { errorFrame, steeringRefused } from './error-frame.js';
import { traceOf } from './frame-trace.js';
import { Lanes } from './lanes.js';
import { makingReady } from './making-ready.js';
import type { SocketService } from './socket-service.js';
import { drainedOrAborted, SocketWriter } from './socket-writer.js';
import { tellWarnings } from './tell-warnings.js';

/** Bytes that may wait for a client that keeps sending without reading; one that goes beyond is cut off. The ends of several answers have room in it. */
const mostUnread = 4_194_304;
/** Time that the other side gets to close in good form. */
const lastWordMs = 1000;

export const closeCodes = { normal: 1000, goingAway: 1001, policy: 1008 } as const;

/** What the client said when it opened the connection. */
export interface OpenedWith {
  readonly key: string;
  /** Features that hold for all of its responses. */
  readonly betas: readonly string[];
  readonly trace: TraceContext | undefined;
}

/** One connection: its responses are made in {@link Lanes}, each on the same way as one over HTTP. */
export class ResponseSocket {
  readonly #socket: WebSocket;
  readonly #key: string;
  readonly #betas: readonly string[];
  /** Of the connection; a frame may have one of its own. */
  readonly #trace: TraceContext | undefined;
  readonly #service: SocketService;
  readonly #writer: SocketWriter;
  readonly #turns: ConnectionTurns;
  readonly #lanes: Lanes;
  /** Why the connection ends as soon as nothing runs on it. */
  #ending: { readonly code: number; readonly error?: EngineError } | undefined;
  /** The last word was said: nothing is heard any more. */
  #closing = false;

  /** `owner` is whose key opened the connection. */
  constructor(socket: WebSocket, owner: string, { key, betas, trace }: OpenedWith, service: SocketService) {
    this.#socket = socket;
    this.#key = key;
    this.#betas = betas;
    this.#trace = trace;
    this.#service = service;
    this.#writer = new SocketWriter(socket);
    this.#turns = new ConnectionTurns(owner, service.store, service.limits.bodyBytes);
    this.#lanes = new Lanes(service.limits.bodyBytes);
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.once('close', () => this.#abandon());
    // A frame that breaks the protocol or a limit: the library closes with the code that says so.
    socket.on('error', () => undefined);
  }

  /** Bytes of the frames that wait. */
  get waitingBytes(): number {
    return this.#lanes.waitingBytes;
  }

  /** Closes now, or when what runs has ended. `error` is told first. */
  end(code: number, error?: EngineError): void {
    this.#ending ??= { code, ...(error === undefined ? {} : { error }) };
    if (this.#lanes.running.length === 0) this.#close(this.#ending);
  }

  #close({ code, error }: { readonly code: number; readonly error?: EngineError }): void {
    if (this.#closing) return;
    this.#closing = true;
    for (const { streamId } of this.#lanes.takeWaiting()) this.#refuse(error ?? unbegun(code), streamId);
    if (error !== undefined) this.#refuse(error, undefined);
    this.#socket.close(code);
    const cut = setTimeout(() => this.#socket.terminate(), lastWordMs);
    this.#socket.once('close', () => clearTimeout(cut));
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#closing) return;
    if (this.#socket.bufferedAmount > mostUnread) {
      this.#ending = { code: closeCodes.policy };
      this.#close(this.#ending);
      return;
    }
    let streamId: string | undefined;
    try {
      const value = readFrame(data, isBinary, { depth: this.#service.limits.jsonDepth, values: this.#service.limits.jsonValues });
      streamId = streamIdOf(value);
      const frame = toClientFrame(value, data.length);
      switch (frame.type) {
        case 'response.create':
          this.#create(frame);
          break;
        case 'response.steer':
          void this.#writer.send(tag(steeringRefused(frame.event), frame.streamId));
          break;
      }
    } catch (thrown) {
      this.#refuse(toEngineError(thrown), streamId);
    }
  }

  /** Throws where the connection takes no more. */
  #create(frame: CreateFrame): void {
    this.#lanes.name(frame.streamId);
    if (this.#ending === undefined && this.#lanes.mayBegin(frame)) this.#begin(frame);
    else if (!this.#lanes.wait(frame)) throw new EngineError('overloaded', 'Too many responses wait on this connection.', { retryAfter: 1 });
  }

  #begin(frame: CreateFrame): void {
    const exchange = new Exchange(this.#service.ids.next('req'), 'responses', undefined, this.#betas);
    exchange.trace = traceOf(frame.body) ?? this.#trace;
    this.#lanes.begin(frame.streamId, exchange);
    this.#service.open.add(exchange);
    void this.#answer(frame, exchange);
  }

  /** Never rejects. The last frames go out when everything is settled, so that the next request may follow at once. */
  async #answer(frame: CreateFrame, exchange: Exchange): Promise<void> {
    const { last, status } = await this.#run(frame, exchange);
    this.#lanes.end(frame.streamId);
    this.#service.open.delete(exchange);
    for (const event of last) void this.#writer.send(tag(event, frame.streamId));
    this.#service.report(exchange, { method: 'GET', route: socketPath, status, transport: 'websocket' });
    if (this.#ending !== undefined) {
      this.end(this.#ending.code);
      return;
    }
    // What ended makes room for one: the next of its stream, or one of another that found too many at work.
    const next = this.#lanes.next();
    if (next !== undefined) this.#begin(next);
  }

  /** Sends all frames but the last. */
  async #run(frame: CreateFrame, exchange: Exchange): Promise<{ last: readonly object[]; status: number }> {
    exchange.log.stream = true;
    let admitted = false;
    let fail: ((error: EngineError) => readonly object[]) | undefined;
    try {
      if (this.#service.open.refusing) throw shuttingDown();
      // A key that was withdrawn meanwhile opens nothing any more.
      exchange.principal = await this.#service.authenticator.principalOf(this.#key);
      const { owner } = exchange.principal;
      this.#service.keyLimits.enter(exchange, frame.generate ? 'generation' : 'question');
      admitted = true;
      this.#service.room.hold(exchange, frame.size);
      const begun = await this.#service.turns.begin(frame.generate ? connectedResponses : readyingResponses, frame.body, owner, exchange, this.#ports(frame));
      const { encoder, turn } = begun;
      const collector = new ResultCollector();
      let told = 0;
      let last: readonly object[] = [];
      for await (const event of begun.events) {
        collector.push(event);
        const events = event.type === 'generation-start' ? tellWarnings(encoder.push(event), event.warnings) : encoder.push(event);
        if (isLast(event)) {
          last = events;
          continue;
        }
        fail ??= (error) => encoder.fail(error);
        let drained: Promise<void> | undefined;
        const sentBefore = this.#writer.sent;
        for (const wire of events) drained = this.#writer.send(tag(wire, frame.streamId));
        told += this.#writer.sent - sentBefore;
        if (drained !== undefined) await drainedOrAborted(drained, exchange.signal);
        // Nobody reads any more, and a source that never pauses would not let anything else run.
        exchange.signal.throwIfAborted();
      }
      const { previousId, store } = turn.state;
      const result = collector.result();
      this.#turns.keep(
        { id: begun.id, dialect: turn.dialect, ...(previousId === undefined ? {} : { previousId }), model: result.model, status: statusOf(result.finishReason), input: turn.input, output: outputMessages(result.parts) },
        frame.size + told,
        store,
        frame.streamId,
      );
      return { last, status: 200 };
    } catch (thrown) {
      const error = toEngineError(exchange.failureOf(thrown));
      exchange.log.failure = error;
      const { previous_response_id: previousId } = frame.body;
      // A client that was sent away for now comes back with the same.
      if (admitted && typeof previousId === 'string') this.#turns.forget(previousId, frame.streamId);
      if (fail !== undefined) return { last: this.#failed(fail, error, exchange), status: 200 };
      const refusal = errorFrame(error, exchange.requestId, exchange.limitHeaders);
      return { last: [refusal], status: Number(refusal['status']) };
    }
  }

  /** The frames that end an answer which cannot go on. Where there are none, its client would wait for ever: then the connection is cut. */
  #failed(fail: (error: EngineError) => readonly object[], error: EngineError, { log }: Exchange): readonly object[] {
    try {
      return fail(error);
    } catch (thrown) {
      log.failure = toEngineError(thrown);
      this.#socket.terminate();
      return [];
    }
  }

  #ports({ generate }: CreateFrame): Parameters<SocketService['turns']['begin']>[4] {
    const { registry, store } = this.#service;
    return {
      registry: generate ? registry : { resolve: (model) => makingReady(registry.resolve(model)) },
      store: {
        getChain: (owner, id) => this.#turns.getChain(owner, id),
        findMissingLink: (owner, id) => store.findMissingLink(owner, id),
        putTurn: (turn, addition) => store.putTurn(turn, addition),
      },
    };
  }

  #refuse(error: EngineError, streamId: string | undefined): void {
    void this.#writer.send(tag(errorFrame(error, this.#service.ids.next('req')), streamId));
  }

  /** The client is gone: nobody waits for what runs. */
  #abandon(): void {
    this.#lanes.takeWaiting();
    for (const exchange of this.#lanes.running) {
      exchange.log.clientAbort = true;
      exchange.abort(new EngineError('cancelled', 'The client closed the connection.'));
    }
  }
}

/** As the stored turn would have it: of an answer that was cut, a call that nobody could run is left out. */
function statusOf({ unified }: FinishReason): 'completed' | 'incomplete' {
  return unified === 'length' || unified === 'context-window' || unified === 'content-filter' ? 'incomplete' : 'completed';
}

/** What is told of a response that was not begun before its connection ended. */
function unbegun(code: number): EngineError {
  return code === closeCodes.goingAway ? shuttingDown() : new EngineError('cancelled', 'The connection ended before this response was begun.');
}

function isLast(event: GenerationEvent): boolean {
  return event.type === 'generation-end';
}

function tag(frame: object, streamId: string | undefined): object {
  return streamId === undefined ? frame : { ...frame, stream_id: streamId };
}
