// The one way from a request's body to its answer, for both dialects: bytes became JSON before, and become bytes after.
import { Inject, Injectable } from '@nestjs/common';
import type { DecodeOptions, Dialect, EncodeContext, EncodePolicy } from '@org/dialects/dialect';
import {
  assembleContext,
  deduplicateInput,
  YieldTimer,
  type RequestPaths,
  type Clock,
  ConversationLocks,
  countTurn,
  type DialectId,
  earlierTurns,
  type EngineError,
  errorWithRequestPaths,
  type GenerationEvent,
  type LanguageModel,
  type IdSource,
  type JsonObject,
  type MediaFetcher,
  type Message,
  type ModelRegistry,
  nativeDialect,
  objectOf,
  previousNotFound,
  ResultCollector,
  type RunContext,
  runTurn,
  type ReasoningSigners,
  type Store,
  toEngineError,
  type TokenCount,
  type ToolServers,
  type TurnResponse,
  type TurnContext,
  type TurnPorts,
  type TurnRequest,
} from '@org/engine';
import type { FastifyReply } from 'fastify';
import type { ServiceConfig } from '../config/service-config.js';
import { CLOCK, CONFIG, IDS, MEDIA, REGISTRY, REASONING_SIGNERS, STORE, TOOL_SERVERS } from '../engine/tokens.js';
import type { RequestContext } from '../request-context/request-context.js';
import { formatEvents } from '../http/reply/format-events.js';
import { sendJson } from '../http/reply/send-json.js';
import { streamReply } from '../http/reply/stream-reply.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { fetchMediaOf } from '../media/fetch-media.js';
import { readFilesOf } from '../media/read-files.js';
import { responseIdPrefix, isAnyResponseId } from './response-id.js';
import type { PreparedTurn } from './prepared-turn.js';
import { StoredFrames, persistNonStreaming } from './stored-frames.js';
import { RecordedEvents } from './recorded-events.js';
import { recordWork } from './record-work.js';

/** What both wires' requests have in common. */
interface StreamableRequest {
  readonly stream?: boolean | null | undefined;
}

/** A request that was checked and translated, with the stored items that it refers to. */
export interface Decoded<Request> {
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly items: NonNullable<EncodeContext['items']>;
}

/** Which answer of whom, begun at `createdAt` (Unix milliseconds). */
interface ResponseIdentity {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
}

/** What of an exchange decides how its wire is read and written. */
type ApiVersion = Pick<RequestContext, 'version'> & Partial<Pick<RequestContext, 'betas'>>;

type FilePort = Required<Pick<TurnPorts, 'readFiles'>>;

@Injectable()
export class Turns {
  readonly #encodePolicy: EncodePolicy;

  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(STORE) private readonly store: Store,
    @Inject(REASONING_SIGNERS) private readonly reasoningSigners: ReasoningSigners,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ConversationLocks) private readonly conversations: ConversationLocks,
    @Inject(MEDIA) private readonly media: MediaFetcher | undefined,
    @Inject(TOOL_SERVERS) private readonly mcpServers: ToolServers | undefined,
    @Inject(MemoryBudget) private readonly memoryBudget: MemoryBudget,
  ) {
    const { usageNames, rawReasoning } = config.policy;
    this.#encodePolicy = { usageNames, rawReasoning };
  }

  /** Answers one request of `owner`, as JSON or as a stream. */
  async response<Request extends StreamableRequest, Response extends object, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
    reply: FastifyReply,
  ): Promise<void> {
    const { request, encoder, events } = await this.start(dialect, body, owner, requestContext);
    const { recording } = requestContext;
    requestContext.log.stream = request.stream === true;
    requestContext.nonStreaming = request.stream !== true;
    if (request.stream === true) {
      const { endFrame } = dialect;
      const frames = new StoredFrames(dialect, encoder);
      requestContext.persist = recording && frames.persist(recording, requestContext.log);
      const source = {
        items: events,
        format: (event: GenerationEvent) => frames.format(event),
        isLast: (event: GenerationEvent) => event.type === 'generation-end',
        end: endFrame,
        fail: (error: EngineError) => formatEvents(encoder.fail(error), dialect, endFrame),
      };
      await streamReply(reply, source, {
        keepAliveFrame: dialect.keepAliveFrame,
        keepAliveMs: this.config.stream.keepAliveSeconds * 1000,
        requestContext,
      });
      return;
    }
    requestContext.persist = recording && persistNonStreaming(recording, encoder, requestContext.log);
    const collector = new ResultCollector();
    for await (const event of events) collector.push(event);
    await sendJson(reply, requestContext, encoder.response(collector.result()));
  }

  /** Checks and translates one request of `owner`, whatever it came in by. `ports`: what it runs on instead of the service's own. */
  async start<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
    ports: Partial<TurnPorts> = {},
  ): Promise<PreparedTurn<Request, Response, Event>> {
    const { request, turn, items } = await this.decode(dialect, body, owner, requestContext);
    const createdAt = this.clock.now();
    const id = this.ids.next(responseIdPrefix[dialect.id]);
    const encoder = dialect.createEncoder(request, this.encodeContext({ id, owner, createdAt }, requestContext, items));
    const requestPaths = dialect.requestPaths(request, turn);
    const response = {
      id,
      createdAt,
      expiresAt: createdAt + this.config.retentionMs,
      takeSnapshot: encoder.snapshot.bind(encoder),
      requestPaths,
    };
    return {
      id,
      request,
      turn,
      encoder,
      events: this.#run(turn, owner, requestContext, response, {
        registry: this.registry,
        store: this.store,
        ...this.mediaPort(request),
        ...this.filePort(request, requestContext),
        ...ports,
      }),
    };
  }

  /** How many input tokens `turn` would be charged; its warnings are noted. Throws `unsupported` when its model cannot count. */
  async countTokens(
    turn: TurnRequest,
    requestPaths: RequestPaths,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
  ): Promise<TokenCount> {
    const context = await this.contextOf(turn, owner);
    const contextWithFiles = {
      ...context,
      messages: await this.withFiles(turn, context.messages, body, owner, requestContext),
    };
    const { model } = turn.generation;
    requestContext.log.model = model;
    try {
      const count = await recordWork(requestContext, () =>
        countTurn(
          turn,
          contextWithFiles,
          this.registry.resolve(model),
          this.#context(owner, requestContext),
          this.mcpServers,
        ),
      );
      requestContext.log.warnings = [...turn.warnings, ...contextWithFiles.warnings, ...count.warnings];
      return count;
    } catch (thrown) {
      throw errorWithRequestPaths(toEngineError(requestContext.failureOf(thrown)), {
        generation: turn.generation,
        requestPaths,
      });
    }
  }

  /** What the model would be shown if `turn` ran now. Throws when what it continues is missing or does not fit it. */
  async contextOf(turn: TurnRequest, owner: string): Promise<TurnContext> {
    const { conversationId } = turn.state;
    const earlier = await earlierTurns(turn, this.store, owner);
    const languageModel = this.registry.resolve(turn.generation.model);
    const deduplication = deduplicateInput(turn);
    const conversation =
      conversationId === undefined ? [] : await this.conversations.read(owner, conversationId, deduplication.check);
    return assembleContext(deduplication.renderedTurn(), earlier, conversation, languageModel);
  }

  /** What of a turn's ports belongs to the request `body`: how the URLs in it are fetched. `again`: the turn may be begun more than once. */
  mediaPort(body: unknown, again = false): Pick<TurnPorts, 'fetchMedia'> {
    return this.media === undefined ? {} : { fetchMedia: fetchMediaOf(body, this.media, again) };
  }

  /** How the files are read that the request `body` names. What they take of memory counts as the exchange's. */
  filePort(body: unknown, requestContext: RequestContext): FilePort {
    return this.#filePort(body, (bytes) => this.memoryBudget.reserveMore(requestContext, bytes));
  }

  /** As {@link filePort}, for work of `owner` that hangs on no connection: what one attempt reads counts until the next one reads, or until `freeFiles`. */
  jobFilePort(body: unknown, owner: string): FilePort & { freeFiles(): void } {
    const reservation = this.memoryBudget.reservation(owner);
    return { ...this.#filePort(body, (bytes) => reservation.resize(bytes)), freeFiles: () => reservation.resize(0) };
  }

  #filePort(body: unknown, reserveText: (bytes: number) => void): FilePort {
    const reserve = (bytes: number): void => reserveText(Math.ceil(bytes / 3) * 4); // As base64.
    return { readFiles: readFilesOf(body, { store: this.store, maxBytes: this.config.limits.maxBodyBytes, reserve }) };
  }

  /** `messages` as the model of `turn` is shown them, with the content of the files that they name. */
  async withFiles(
    turn: TurnRequest,
    messages: readonly Message[],
    body: unknown,
    owner: string,
    requestContext: RequestContext,
  ): Promise<readonly Message[]> {
    const native = nativeDialect(this.registry.resolve(turn.generation.model), turn);
    return await this.filePort(body, requestContext).readFiles(messages, { owner, native });
  }

  /** Where a turn calls the tools of other servers. */
  toolServerPort(): Pick<TurnPorts, 'mcpServers'> {
    return this.mcpServers === undefined ? {} : { mcpServers: this.mcpServers };
  }

  /** What a dialect needs to encode an answer. */
  encodeContext(
    { id, owner, createdAt }: ResponseIdentity,
    { version }: ApiVersion,
    items: Decoded<unknown>['items'],
  ): EncodeContext {
    return {
      id,
      createdAt: toSeconds(createdAt),
      now: () => toSeconds(this.clock.now()),
      ...(version === undefined ? {} : { version }),
      reasoningSigner: this.reasoningSigners.of(owner),
      items,
      policy: this.#encodePolicy,
    };
  }

  /** What a dialect needs to decode a request of `owner` to `model` of this installation. */
  decodeOptions(
    owner: string,
    { version, betas = [] }: ApiVersion,
    model: unknown,
    items: DecodeOptions['items'],
  ): DecodeOptions {
    const { hostedTools, strict } = this.config.policy;
    const languageModel = this.#findModel(model);
    const native = languageModel?.native?.dialect;
    return {
      ...(version === undefined ? {} : { version }),
      ...(betas.length === 0 ? {} : { betas }),
      ...(native === undefined ? {} : { native }),
      supportsParameter: (parameter) => languageModel?.supportsParameter?.(parameter) === true,
      reasoningSigner: this.reasoningSigners.of(owner),
      items,
      policy: { hostedTools, servesTools: this.mcpServers !== undefined, strict, maxTools: this.config.limits.tools },
    };
  }

  /** Checks a body and translates it, with the stored items that it refers to. */
  async decode<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: ApiVersion,
  ): Promise<Decoded<Request>> {
    const yieldTimer = new YieldTimer();
    const request = dialect.parseRequest(body);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const referenced = dialect.referencedItems(request);
    const items =
      referenced.length === 0 ? new Map<string, JsonObject>() : await this.store.getItems(owner, referenced);
    const turn = dialect.decodeRequest(request, this.decodeOptions(owner, requestContext, modelOf(request), items));
    requirePreviousResponseId(turn);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    return { request, turn, items };
  }

  /** The dialect that the upstream of `model` speaks. */
  nativeDialect(model: unknown): DialectId | undefined {
    return this.#findModel(model)?.native?.dialect;
  }

  /** That a model does not exist is told when it is to answer. */
  #findModel(model: unknown): LanguageModel | undefined {
    if (typeof model !== 'string') return undefined;
    try {
      return this.registry.resolve(model);
    } catch {
      return undefined;
    }
  }

  #run(
    turn: TurnRequest,
    owner: string,
    requestContext: RequestContext,
    response: TurnResponse,
    ports: TurnPorts,
  ): RecordedEvents {
    return new RecordedEvents(() => {
      requestContext.log.model = turn.generation.model;
      const { persist } = requestContext;
      return runTurn(
        turn,
        { conversations: this.conversations, ...this.toolServerPort(), ...ports },
        this.#context(owner, requestContext),
        persist === undefined ? response : { ...response, persist },
      );
    }, requestContext);
  }

  #context(owner: string, { signal, requestId, trace, nonStreaming, waits, log }: RequestContext): RunContext {
    return { signal, clock: this.clock, ids: this.ids, requestId, trace, owner, nonStreaming, waits, logFields: log };
  }
}

/** Only answers can be continued: a message batch is kept as a turn of nothing, too. */
function requirePreviousResponseId({ dialect, state: { previousId } }: TurnRequest): void {
  if (previousId !== undefined && !isAnyResponseId(previousId)) throw previousNotFound(previousId, dialect);
}

/** The model that a body names, checked or not. */
function modelOf(body: unknown): unknown {
  return objectOf(body)['model'];
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
