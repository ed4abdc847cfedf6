// The only path from a request body to its response, for both dialects: bytes are parsed to JSON before, and JSON is
// serialized after.
import type { Dialect, EncodeContext, EncodePolicy } from '@org/dialects/dialect';
import {
  type Clock,
  type ConversationLocks,
  type IdSource,
  type ModelRegistry,
  type ReasoningSigners,
  runTurn,
  type Store,
  type TokenCount,
  type HostedTools,
  type McpServers,
  type TurnPorts,
  type TurnRequest,
  type TurnResponse,
} from '@org/engine';
import { type MediaFetcher } from '@org/hosted-tools';
import type { ServiceConfig } from '../config/service-config.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { currentHolder } from '../limits/memory-holder.js';
import { reserveOutputFor } from '../limits/reserve-output.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { FindModelPolicy } from '../upstream-policy/model-policies.js';
import type { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { ContextReader } from './context-reader.js';
import type { PreparedTurn, RunOptions } from './prepared-turn.js';
import { RecordedEvents } from './recorded-events.js';
import { RequestDecoder, type ApiVersion, type Decoded } from './request-decoder.js';
import { RequestPorts } from './request-ports.js';
import { responseIdPrefix } from './response-id.js';
import { createRunContext } from './run-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { TokenCounter } from './token-counter.js';

export interface TurnsOptions {
  readonly config: Pick<ServiceConfig, 'policy' | 'limits' | 'retentionMs'>;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly reasoningSigners: ReasoningSigners;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly conversations: ConversationLocks;
  readonly memoryBudget: MemoryBudget;
  /** Absent: URLs are passed on. */
  readonly media?: MediaFetcher | undefined;
  /** Absent: this installation calls no tools of other servers. */
  readonly mcpServers?: McpServers | undefined;
  /** Absent: the service runs no hosted tools. */
  readonly hostedTools?: HostedTools | undefined;
  /** The policy of the model that a request names. */
  readonly findPolicy: FindModelPolicy;
  readonly upstreamPolicies: UpstreamPolicies;
  readonly storageQuotas: Pick<StorageQuotas, 'admit' | 'quotaOf'>;
}

/** The id and owner of a response, created at `createdAt` (Unix milliseconds). */
interface ResponseIdentity {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
}

/** Converts requests of any transport to turns. */
export class Turns {
  readonly decoder: RequestDecoder;
  readonly ports: RequestPorts;
  readonly contexts: ContextReader;
  readonly #options: TurnsOptions;
  readonly #counter: TokenCounter;
  readonly #encodePolicy: EncodePolicy;

  constructor(options: TurnsOptions) {
    const { usageNames, rawReasoning } = options.config.policy;
    this.#options = options;
    this.#encodePolicy = { usageNames, rawReasoning };
    this.decoder = new RequestDecoder({ ...options, servesTools: options.mcpServers !== undefined });
    this.ports = new RequestPorts(options);
    this.contexts = new ContextReader({ ...options, ports: this.ports });
    this.#counter = new TokenCounter({ ...options, decoder: this.decoder, contexts: this.contexts });
  }

  /** Validates and translates one request of `owner` from any endpoint. `ports`: overrides of the service's own ports. */
  async prepare<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
    ports: Partial<TurnPorts> = {},
  ): Promise<PreparedTurn<Request, Response, Event>> {
    const { clock, ids, config, registry, store } = this.#options;
    const { request, turn, items } = await this.decoder.decode(dialect, body, owner, requestContext);
    // Before anything is generated: a client pays for no response that the service does not store.
    if (turn.state.store) await this.#options.storageQuotas.admit(requestContext.principal);
    const createdAt = clock.now();
    const id = ids.next(responseIdPrefix[dialect.id]);
    const encoder = dialect.createEncoder(request, this.encodeContext({ id, owner, createdAt }, requestContext, items));
    const requestPaths = dialect.requestPaths(request, turn);
    const response = {
      id,
      createdAt,
      expiresAt: createdAt + config.retentionMs,
      takeSnapshot: encoder.snapshot.bind(encoder),
      requestPaths,
    };
    const allPorts = {
      registry,
      store,
      ...this.ports.media(request),
      ...this.ports.files(request, requestContext),
      ...ports,
    };
    return {
      id,
      request,
      turn,
      encoder,
      run: (options = {}) => this.#run({ turn, owner, requestContext, response, ports: allPorts }, options),
    };
  }

  /** How many input tokens the turn of a request would be charged. Throws `unsupported` when its model cannot count. */
  countTokens<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    requestContext: RequestContext,
  ): Promise<{ readonly turn: TurnRequest; readonly count: TokenCount }> {
    return this.#counter.count(dialect, body, owner, requestContext);
  }

  /** The context that a dialect needs to encode a response. */
  encodeContext(
    { id, owner, createdAt }: ResponseIdentity,
    { version }: ApiVersion,
    items: Decoded<unknown>['items'],
  ): EncodeContext {
    const { clock, reasoningSigners } = this.#options;
    return {
      id,
      createdAt: toSeconds(createdAt),
      now: () => toSeconds(clock.now()),
      ...(version === undefined ? {} : { version }),
      reasoningSigner: reasoningSigners.of(owner),
      items,
      policy: this.#encodePolicy,
    };
  }

  #run({ turn, owner, requestContext, response, ports }: Run, { nonStreaming, persist }: RunOptions): RecordedEvents {
    const { conversations } = this.#options;
    const holder = currentHolder() ?? requestContext;
    return new RecordedEvents(() => {
      requestContext.log.model = turn.generation.model;
      requestContext.log.responseId = response.id;
      return runTurn(
        turn,
        { conversations, ...this.ports.serverTools(), ...ports },
        {
          ...createRunContext(this.#options, owner, requestContext, nonStreaming),
          maxStoredBytes: this.#options.storageQuotas.quotaOf(requestContext.principal),
          ...reserveOutputFor(this.#options.memoryBudget, holder, requestContext.signal),
        },
        persist === undefined ? response : { ...response, persist },
      );
    }, requestContext);
  }
}

interface Run {
  readonly turn: TurnRequest;
  readonly owner: string;
  readonly requestContext: RequestContext;
  readonly response: TurnResponse;
  readonly ports: TurnPorts;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
