import { webSocketResponsesDialect, prepareOnlyResponsesDialect } from '@org/dialects/responses';
import {
  type EngineError,
  type FinishReason,
  type GenerationEvent,
  type GenerationResult,
  outputMessages,
  ResultCollector,
  shuttingDown,
  toEngineError,
  type TurnPorts,
} from '@org/engine';
import { bytesToHold } from '../config/settings/memory-shares.js';
import { announceAfter } from '../http/reply/announce-after.js';
import { readOutAfterAbort } from '../http/reply/read-out-after-abort.js';
import { runWithMemory } from '../limits/memory-holder.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { PreparedTurn } from '../turn/prepared-turn.js';
import type { CreateFrame } from './client-frame.js';
import type { ConnectionTurns } from './connection-turns.js';
import { errorFrame } from './error-frame.js';
import { frameText } from './frame-text.js';
import { createPrepareOnlyModel } from './prepare-only-model.js';
import type { SocketService } from './socket-service.js';
import { drainedOrAborted, type SocketWriter } from './socket-writer.js';
import { tagged } from './tagged.js';
import { ResponseFrames } from './response-frames.js';

/** What a response uses of its connection. */
export interface Connection {
  readonly service: SocketService;
  /** The key that opened it. */
  readonly key: string;
  readonly turns: ConnectionTurns;
  readonly writer: SocketWriter;
  /** Ends it at once. */
  disconnect(): void;
}

/** How a response ended: the frames that close it, not yet sent, and the status that the same would have had over HTTP. */
interface ResponseEnd<Frame> {
  readonly last: readonly Frame[];
  readonly status: number;
}

type AnyPreparedTurn = PreparedTurn<unknown, unknown, object>;

/** One response of a connection: converts its frame to a turn, and the turn's events to frames. */
export class WebSocketResponse {
  readonly #frame: CreateFrame;
  readonly #requestContext: RequestContext;
  readonly #connection: Connection;
  #admitted = false;
  /** How it is failed once a frame of it was sent. */
  #fail: ((error: EngineError) => readonly object[]) | undefined;

  constructor(frame: CreateFrame, requestContext: RequestContext, connection: Connection) {
    this.#frame = frame;
    this.#requestContext = requestContext;
    this.#connection = connection;
  }

  /** Sends all frames but the last. Never rejects. */
  make(): Promise<ResponseEnd<string | Buffer>> {
    return runWithMemory(this.#requestContext, () => this.#make());
  }

  async #make(): Promise<ResponseEnd<string | Buffer>> {
    this.#requestContext.log.stream = true;
    const { last, status } = await this.#respond();
    return { last: await Promise.all(last.map((frame) => this.#textOf(frame))), status };
  }

  async #respond(): Promise<ResponseEnd<object>> {
    try {
      const turn = await this.#start(await this.#admit());
      return { last: await this.#sendEvents(turn), status: 200 };
    } catch (thrown) {
      return this.#end(toEngineError(this.#requestContext.failureOf(thrown)));
    }
  }

  #textOf(frame: object): string | Promise<Buffer> {
    return frameText(tagged(frame, this.#frame.streamId));
  }

  /** Returns the owner whose limits apply to the response. */
  async #admit(): Promise<string> {
    const { service, key } = this.#connection;
    if (service.open.refusing) throw shuttingDown();
    // A key that was revoked since is no longer valid.
    this.#requestContext.principal = await service.authenticator.principalOf(key);
    service.keyLimits.enter(this.#requestContext, this.#frame.generate ? 'generation' : 'question');
    this.#admitted = true;
    await service.memoryBudget.reserve(this.#requestContext, this.#frame.size * bytesToHold);
    return this.#requestContext.principal.owner;
  }

  #start(owner: string): Promise<AnyPreparedTurn> {
    const { generate, body } = this.#frame;
    return this.#connection.service.turns.prepare(
      generate ? webSocketResponsesDialect : prepareOnlyResponsesDialect,
      body,
      owner,
      this.#requestContext,
      this.#ports(),
    );
  }

  #ports(): Pick<TurnPorts, 'registry' | 'store'> {
    const { turns, service } = this.#connection;
    const { registry, store } = service;
    return {
      registry: this.#frame.generate
        ? registry
        : { resolve: (model) => createPrepareOnlyModel(registry.resolve(model)) },
      store: {
        getChain: (owner, id) => turns.getChain(owner, id),
        findMissingLink: (owner, id) => store.findMissingLink(owner, id),
        putTurn: (turn, addition) => store.putTurn(turn, addition),
      },
    };
  }

  /** Sends the events of the running turn, and returns the final ones. */
  async #sendEvents(turn: AnyPreparedTurn): Promise<readonly object[]> {
    const { writer, service } = this.#connection;
    const { encoder } = turn;
    const { signal } = this.#requestContext;
    const collector = new ResultCollector();
    const frames = new ResponseFrames({ writer, streamId: this.#frame.streamId, keepAliveMs: service.keepAliveMs });
    let last: readonly object[] = [];
    const announce = async (): Promise<void> => {
      this.#fail ??= (error) => encoder.fail(error);
      frames.warn(turn.turn.warnings);
      await frames.send(encoder.announce?.() ?? []);
    };
    try {
      const events = await announceAfter(turn.run(), service.keepAliveMs, announce);
      for await (const event of readOutAfterAbort(events, signal)) {
        collector.push(event);
        const encoded = encoder.push(event);
        if (isLast(event)) {
          last = encoded;
          continue;
        }
        this.#fail ??= (error) => encoder.fail(error);
        if (event.type === 'generation-start') frames.warn(event.warnings);
        await frames.send(encoded);
        const { drained } = writer;
        if (drained !== undefined) await drainedOrAborted(drained, signal);
        // The client has disconnected, and a source that never pauses would block the event loop.
        signal.throwIfAborted();
      }
    } finally {
      frames.stop();
    }
    this.#addTurn(turn, collector.result(), frames.sentBytes);
    return last;
  }

  #addTurn({ id, turn }: AnyPreparedTurn, { model, finishReason, parts }: GenerationResult, sentBytes: number): void {
    const { dialect, input } = turn;
    const { previousId, store } = turn.state;
    const made = {
      id,
      dialect,
      ...(previousId === undefined ? {} : { previousId }),
      model,
      status: statusOf(finishReason),
      input,
      output: outputMessages(parts),
    };
    this.#connection.turns.add(made, this.#frame.size + sentBytes, store, this.#frame.streamId);
  }

  #end(error: EngineError): ResponseEnd<object> {
    const { log, requestId } = this.#requestContext;
    log.failure = error;
    const { previous_response_id: previousId } = this.#frame.body;
    // A client that was rejected temporarily retries with the same one.
    if (this.#admitted && typeof previousId === 'string')
      this.#connection.turns.evict(previousId, this.#frame.streamId);
    if (this.#fail !== undefined) {
      // The last frame contains the output: it is not built for a client that has disconnected.
      return { last: this.#connection.writer.isOpen ? this.#failed(this.#fail, error) : [], status: 200 };
    }
    const frame = errorFrame(error, requestId, this.#connection.service.keyLimits.headersOf(this.#requestContext));
    return { last: [frame], status: Number(frame['status']) };
  }

  /**
   * The frames that end a response that cannot continue. Without them its client would wait forever: the connection
   * is then disconnected.
   */
  #failed(fail: (error: EngineError) => readonly object[], error: EngineError): readonly object[] {
    try {
      return fail(error);
    } catch (thrown) {
      this.#requestContext.log.failure = toEngineError(thrown);
      this.#connection.disconnect();
      return [];
    }
  }
}

/** As in the stored turn: a truncated response omits a call that could not be run. */
function statusOf({ unified }: FinishReason): 'completed' | 'incomplete' {
  return unified === 'length' || unified === 'context-window' || unified === 'content-filter'
    ? 'incomplete'
    : 'completed';
}

function isLast(event: GenerationEvent): boolean {
  return event.type === 'generation-end';
}
