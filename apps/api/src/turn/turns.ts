// The one way from a request's body to its answer, for both dialects: bytes became JSON before, and become bytes after.
import { Inject, Injectable } from '@nestjs/common';
import type { DecodeOptions, Dialect, EncodeContext, EncodePolicy, TurnEncoder } from '@org/dialects/dialect';
import { EngineError } from '@org/engine/errors/engine-error';
import type { GenerationEvent } from '@org/engine/model/generation-event';
import { ResultCollector } from '@org/engine/model/generation-result';
import type { JsonObject } from '@org/engine/model/json';
import type { Clock } from '@org/engine/ports/clock';
import type { IdSource } from '@org/engine/ports/id-source';
import type { RunContext } from '@org/engine/ports/run-context';
import type { Sealer } from '@org/engine/ports/sealer';
import type { Store } from '@org/engine/ports/store';
import type { ModelRegistry } from '@org/engine/routing/model-registry';
import { assembleContext, type AssembledContext } from '@org/engine/turn/assemble-context';
import { ConversationTurns } from '@org/engine/turn/conversation-turns';
import { runTurn, type TurnPorts } from '@org/engine/turn/run-turn';
import type { TurnAnswer } from '@org/engine/turn/turn-answer';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import { formatSseEvent } from '@org/protocol/sse';
import type { FastifyReply } from 'fastify';
import type { ServiceConfig } from '../config/service-config.js';
import { CLOCK, CONFIG, IDS, REGISTRY, SEALER, STORE } from '../engine/tokens.js';
import type { Exchange } from '../http/exchange.js';
import { sendJson } from '../http/send-json.js';
import { streamReply } from '../http/stream-reply.js';
import type { BegunTurn } from './begun-turn.js';
import { noteEvent } from './note-event.js';

/** What both wires' requests have in common. */
interface WireRequest {
  readonly stream?: boolean | null | undefined;
}

/** A request that was checked and translated, with the stored items that it refers to. */
export interface Decoded<Request> {
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly items: NonNullable<EncodeContext['items']>;
}

/** What of an exchange decides how its wire is read and written. */
type WireVersion = Pick<Exchange, 'version'>;

/** Prefix of an answer's id, by dialect. */
const idPrefix = { messages: 'msg', responses: 'resp' } as const;

@Injectable()
export class Turns {
  readonly #encodePolicy: EncodePolicy;

  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(STORE) private readonly store: Store,
    @Inject(SEALER) private readonly sealer: Sealer,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ConversationTurns) private readonly conversations: ConversationTurns,
  ) {
    const { usageNames, rawReasoning } = config.policy;
    this.#encodePolicy = { usageNames, rawReasoning };
  }

  /** Answers one request of `owner`, as JSON or as a stream. */
  async answer<Request extends WireRequest, Response extends object, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    exchange: Exchange,
    reply: FastifyReply,
  ): Promise<void> {
    const { request, encoder, events } = await this.begin(dialect, body, owner, exchange);
    exchange.log.stream = request.stream === true;
    if (request.stream === true) {
      await streamReply(reply, { frames: toFrames(events, encoder, dialect.endFrame), fail: (error) => formatAll(encoder.fail(error)) + dialect.endFrame }, {
        keepAliveFrame: dialect.keepAliveFrame,
        keepAliveMs: this.config.stream.keepAliveSeconds * 1000,
        exchange,
      });
      return;
    }
    const collector = new ResultCollector();
    for await (const event of events) collector.push(event);
    sendJson(reply, exchange, encoder.response(collector.result()));
  }

  /** Checks and translates one request of `owner`, whatever it came in by. `ports`: what it runs on instead of the service's own. */
  async begin<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    exchange: Exchange,
    ports: TurnPorts = { registry: this.registry, store: this.store },
  ): Promise<BegunTurn<Request, Response, Event>> {
    const { request, turn, items } = await this.decode(dialect, body, owner, exchange);
    const createdAt = this.clock.now();
    const id = this.ids.next(idPrefix[dialect.id]);
    const encoder = dialect.createEncoder(request, this.encodeContext(id, createdAt, exchange, items));
    const answer = { id, createdAt, expiresAt: createdAt + this.config.retentionMs, takeSnapshot: encoder.snapshot.bind(encoder) };
    return { id, request, turn, encoder, events: this.#run(turn, owner, exchange, answer, ports) };
  }

  /** How many input tokens `turn` would be charged. Throws `unsupported` when its model cannot count. */
  async countTokens(turn: TurnRequest, owner: string, exchange: Exchange): Promise<number> {
    const { messages } = await this.contextOf(turn, owner);
    const { model } = turn.generation;
    exchange.log.model = model;
    const generator = this.registry.resolve(model);
    if (generator.countTokens === undefined) {
      throw new EngineError('unsupported', `The model ${JSON.stringify(model)} cannot count tokens.`, { param: 'model', retryable: false });
    }
    try {
      return await generator.countTokens({ ...turn.generation, messages }, this.#context(owner, exchange));
    } catch (thrown) {
      throw exchange.failureOf(thrown);
    }
  }

  /** What the model would be shown if `turn` ran now. Throws when what it continues is missing or does not fit it. */
  async contextOf(turn: TurnRequest, owner: string): Promise<AssembledContext> {
    const { previousId, conversationId } = turn.state;
    const earlier = previousId === undefined ? [] : await this.store.getChain(owner, previousId);
    if (earlier === undefined) throw new EngineError('previous-not-found', `Previous response with id '${previousId?.slice(0, 100)}' not found.`);
    return assembleContext(turn, earlier, conversationId === undefined ? [] : await this.conversations.read(owner, conversationId));
  }

  /** What a dialect needs to encode the answer `id`, which was begun at `createdAt` (Unix milliseconds). */
  encodeContext(id: string, createdAt: number, { version }: WireVersion, items: Decoded<unknown>['items']): EncodeContext {
    return {
      id,
      createdAt: toSeconds(createdAt),
      now: () => toSeconds(this.clock.now()),
      ...(version === undefined ? {} : { version }),
      sealer: this.sealer,
      items,
      policy: this.#encodePolicy,
    };
  }

  /** What a dialect needs to decode a request of this installation. */
  decodeOptions({ version }: WireVersion, items: DecodeOptions['items'] = new Map()): DecodeOptions {
    const { hostedTools, strict } = this.config.policy;
    return {
      ...(version === undefined ? {} : { version }),
      sealer: this.sealer,
      items,
      policy: { hostedTools, strict, maxTools: this.config.limits.tools },
    };
  }

  /** Checks a body and translates it, with the stored items that it refers to. */
  async decode<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    exchange: WireVersion,
  ): Promise<Decoded<Request>> {
    const request = dialect.parseRequest(body);
    const referenced = dialect.referencedItems(request);
    const items = referenced.length === 0 ? new Map<string, JsonObject>() : await this.store.getItems(owner, referenced);
    const turn = dialect.decodeRequest(request, this.decodeOptions(exchange, items));
    return { request, turn, items };
  }

  async *#run(turn: TurnRequest, owner: string, exchange: Exchange, answer: TurnAnswer, ports: TurnPorts): AsyncGenerator<GenerationEvent, void, void> {
    exchange.log.model = turn.generation.model;
    try {
      for await (const event of runTurn(turn, { conversations: this.conversations, ...ports }, this.#context(owner, exchange), answer)) {
        noteEvent(exchange, event);
        yield event;
      }
    } catch (thrown) {
      throw exchange.failureOf(thrown);
    }
  }

  #context(owner: string, { signal, requestId }: Exchange): RunContext {
    return { signal, clock: this.clock, ids: this.ids, requestId, owner };
  }
}

async function* toFrames<Response, Event extends { type: string }>(
  events: AsyncIterable<GenerationEvent>,
  encoder: TurnEncoder<Response, Event>,
  endFrame: string,
): AsyncGenerator<string, void, void> {
  for await (const event of events) yield formatAll(encoder.push(event));
  if (endFrame !== '') yield endFrame;
}

function formatAll(events: readonly { type: string }[]): string {
  let frames = '';
  for (const event of events) frames += formatSseEvent(event);
  return frames;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
