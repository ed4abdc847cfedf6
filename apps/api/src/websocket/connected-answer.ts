import { connectedResponses, readyingResponses } from '@org/dialects/responses';
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
import type { Exchange } from '../exchange/exchange.js';
import type { BegunTurn } from '../turn/begun-turn.js';
import type { CreateFrame } from './client-frame.js';
import type { ConnectionTurns } from './connection-turns.js';
import { errorFrame } from './error-frame.js';
import { frameText } from './frame-text.js';
import { makingReady } from './making-ready.js';
import type { SocketService } from './socket-service.js';
import { drainedOrAborted, type SocketWriter } from './socket-writer.js';
import { tagged } from './tagged.js';
import { tellWarnings } from './tell-warnings.js';

/** What a response uses of its connection. */
export interface Connection {
  readonly service: SocketService;
  /** The key that opened it. */
  readonly key: string;
  readonly turns: ConnectionTurns;
  readonly writer: SocketWriter;
  /** Ends it at once. */
  cut(): void;
}

/** How a response ended: the frames that close it, not yet sent, and the status that the same would have had over HTTP. */
interface AnswerEnd<Frame> {
  readonly last: readonly Frame[];
  readonly status: number;
}

type Begun = BegunTurn<unknown, unknown, object>;

/** One response of a connection: its frame becomes a turn, and the turn's events become frames. */
export class ConnectedAnswer {
  readonly #frame: CreateFrame;
  readonly #exchange: Exchange;
  readonly #connection: Connection;
  #admitted = false;
  /** How it is failed once a frame of it was sent. */
  #fail: ((error: EngineError) => readonly object[]) | undefined;

  constructor(frame: CreateFrame, exchange: Exchange, connection: Connection) {
    this.#frame = frame;
    this.#exchange = exchange;
    this.#connection = connection;
  }

  /** Sends all frames but the last. Never rejects. */
  async make(): Promise<AnswerEnd<string | Buffer>> {
    this.#exchange.log.stream = true;
    const { last, status } = await this.#answer();
    return { last: await Promise.all(last.map((frame) => this.#textOf(frame))), status };
  }

  async #answer(): Promise<AnswerEnd<object>> {
    try {
      const begun = await this.#begin(await this.#admit());
      return { last: await this.#tell(begun), status: 200 };
    } catch (thrown) {
      return this.#end(toEngineError(this.#exchange.failureOf(thrown)));
    }
  }

  #textOf(frame: object): string | Promise<Buffer> {
    return frameText(tagged(frame, this.#frame.streamId));
  }

  /** Gives the owner whose limits the response goes by. */
  async #admit(): Promise<string> {
    const { service, key } = this.#connection;
    if (service.open.refusing) throw shuttingDown();
    // A key that was withdrawn meanwhile opens nothing any more.
    this.#exchange.principal = await service.authenticator.principalOf(key);
    service.keyLimits.enter(this.#exchange, this.#frame.generate ? 'generation' : 'question');
    this.#admitted = true;
    service.room.hold(this.#exchange, this.#frame.size);
    return this.#exchange.principal.owner;
  }

  #begin(owner: string): Promise<Begun> {
    const { generate, body } = this.#frame;
    return this.#connection.service.turns.begin(
      generate ? connectedResponses : readyingResponses,
      body,
      owner,
      this.#exchange,
      this.#ports(),
    );
  }

  #ports(): Pick<TurnPorts, 'registry' | 'store'> {
    const { turns, service } = this.#connection;
    const { registry, store } = service;
    return {
      registry: this.#frame.generate ? registry : { resolve: (model) => makingReady(registry.resolve(model)) },
      store: {
        getChain: (owner, id) => turns.getChain(owner, id),
        findMissingLink: (owner, id) => store.findMissingLink(owner, id),
        putTurn: (turn, addition) => store.putTurn(turn, addition),
      },
    };
  }

  /** Sends what is told of the turn while it runs, and gives what is told at its end. */
  async #tell(begun: Begun): Promise<readonly object[]> {
    const { writer } = this.#connection;
    const { encoder } = begun;
    const { signal } = this.#exchange;
    const collector = new ResultCollector();
    let told = 0;
    let last: readonly object[] = [];
    for await (const event of begun.events) {
      collector.push(event);
      const frames =
        event.type === 'generation-start' ? tellWarnings(encoder.push(event), event.warnings) : encoder.push(event);
      if (isLast(event)) {
        last = frames;
        continue;
      }
      this.#fail ??= (error) => encoder.fail(error);
      for (const frame of frames) {
        const text = this.#textOf(frame);
        told += writer.send(typeof text === 'string' ? text : await text);
      }
      const { drained } = writer;
      if (drained !== undefined) await drainedOrAborted(drained, signal);
      // Nobody reads any more, and a source that never pauses would not let anything else run.
      signal.throwIfAborted();
    }
    this.#keep(begun, collector.result(), told);
    return last;
  }

  #keep({ id, turn }: Begun, { model, finishReason, parts }: GenerationResult, told: number): void {
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
    this.#connection.turns.keep(made, this.#frame.size + told, store, this.#frame.streamId);
  }

  #end(error: EngineError): AnswerEnd<object> {
    const { log, requestId, limitHeaders } = this.#exchange;
    log.failure = error;
    const { previous_response_id: previousId } = this.#frame.body;
    // A client that was sent away for now comes back with the same.
    if (this.#admitted && typeof previousId === 'string')
      this.#connection.turns.forget(previousId, this.#frame.streamId);
    if (this.#fail !== undefined) return { last: this.#failed(this.#fail, error), status: 200 };
    const refusal = errorFrame(error, requestId, limitHeaders);
    return { last: [refusal], status: Number(refusal['status']) };
  }

  /** The frames that end an answer which cannot go on. Where there are none, its client would wait for ever: then the connection is cut. */
  #failed(fail: (error: EngineError) => readonly object[], error: EngineError): readonly object[] {
    try {
      return fail(error);
    } catch (thrown) {
      this.#exchange.log.failure = toEngineError(thrown);
      this.#connection.cut();
      return [];
    }
  }
}

/** As the stored turn would have it: of an answer that was cut, a call that nobody could run is left out. */
function statusOf({ unified }: FinishReason): 'completed' | 'incomplete' {
  return unified === 'length' || unified === 'context-window' || unified === 'content-filter'
    ? 'incomplete'
    : 'completed';
}

function isLast(event: GenerationEvent): boolean {
  return event.type === 'generation-end';
}
