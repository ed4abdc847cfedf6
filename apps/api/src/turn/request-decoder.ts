import type { DecodeOptions, Dialect, EncodeContext } from '@org/dialects/dialect';
import {
  YieldTimer,
  type DialectId,
  type HostedTools,
  type JsonObject,
  type LanguageModel,
  type ModelRegistry,
  objectOf,
  previousNotFound,
  type ReasoningSigners,
  type Store,
  type TurnRequest,
  type Warning,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { FindModelPolicy } from '../upstream-policy/model-policies.js';
import type { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { reserveReferences } from './reserve-references.js';
import { isAnyResponseId } from './response-id.js';

/** A request that was checked and translated, with the stored items that it refers to. */
export interface Decoded<Request> {
  readonly request: Request;
  readonly turn: TurnRequest;
  readonly items: NonNullable<EncodeContext['items']>;
}

/** The part of a request context that determines how its API is read and written. */
export type ApiVersion = Partial<Pick<RequestContext, 'version' | 'betas'>>;

/** The same, and where the service records the model of a request, valid or not. */
export type DecodeContext = ApiVersion & { readonly log?: Pick<RequestContext['log'], 'model'> };

export interface RequestDecoderOptions {
  readonly config: Pick<ServiceConfig, 'policy' | 'limits'>;
  readonly registry: Pick<ModelRegistry, 'resolve'>;
  readonly store: Pick<Store, 'getItems'>;
  readonly reasoningSigners: ReasoningSigners;
  readonly memoryBudget: MemoryBudget;
  /** Whether this installation calls the tools of other servers. */
  readonly servesTools: boolean;
  /** Absent: the service runs no hosted tools. */
  readonly hostedTools?: Pick<HostedTools, 'kinds'> | undefined;
  readonly findPolicy: FindModelPolicy;
  readonly upstreamPolicies: Pick<UpstreamPolicies, 'check'>;
}

/** Checks bodies and translates them into turns, for all dialects. */
export class RequestDecoder {
  readonly #options: RequestDecoderOptions;

  constructor(options: RequestDecoderOptions) {
    this.#options = options;
  }

  /** Checks a body and translates it, with the stored items that it refers to. */
  async decode<Request, Response, Event extends { type: string }>(
    dialect: Dialect<Request, Response, Event>,
    body: unknown,
    owner: string,
    version: DecodeContext,
  ): Promise<Decoded<Request>> {
    const yieldTimer = new YieldTimer();
    const model = modelOf(body);
    if (version.log !== undefined && typeof model === 'string') version.log.model = model;
    const request = dialect.parseRequest(body);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const referenced = dialect.referencedItems(request);
    const items =
      referenced.length === 0 ? new Map<string, JsonObject>() : await this.#options.store.getItems(owner, referenced);
    if (items.size > 0)
      await reserveReferences(referenced, items, this.#options.config.limits, this.#options.memoryBudget);
    const languageModel = this.#findModel(model);
    const turn = dialect.decodeRequest(request, this.#decodeOptions(owner, version, languageModel, items));
    requirePreviousResponseId(turn);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const warnings = this.#checkPolicy(dialect.id, body, owner, model, languageModel?.native?.signer);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    return {
      request,
      turn: warnings.length === 0 ? turn : { ...turn, warnings: [...turn.warnings, ...warnings] },
      items,
    };
  }

  /** The dialect that the upstream of `model` speaks. */
  nativeDialect(model: unknown): DialectId | undefined {
    return this.#findModel(model)?.native?.dialect;
  }

  /** Checks what of the body the upstream of its model receives. Throws for what the operator rejects. */
  #checkPolicy(
    dialect: DialectId,
    body: unknown,
    owner: string,
    model: unknown,
    signer: string | undefined,
  ): readonly Warning[] {
    const policy = this.#options.findPolicy(model);
    if (policy === undefined) return [];
    return this.#options.upstreamPolicies.check({ dialect, body: objectOf(body), owner, signer }, policy);
  }

  /** What a dialect needs to decode a request of `owner` to a model of this installation. */
  #decodeOptions(
    owner: string,
    { version, betas = [] }: ApiVersion,
    languageModel: LanguageModel | undefined,
    items: DecodeOptions['items'],
  ): DecodeOptions {
    const { config, reasoningSigners, servesTools, hostedTools: runners } = this.#options;
    const { hostedTools, strict } = config.policy;
    const native = languageModel?.native?.dialect;
    return {
      ...(version === undefined ? {} : { version }),
      ...(betas.length === 0 ? {} : { betas }),
      ...(native === undefined ? {} : { native }),
      supportsParameter: (parameter) => languageModel?.supportsParameter?.(parameter) === true,
      reasoningSigner: reasoningSigners.of(owner),
      items,
      policy: {
        hostedTools,
        servesTools,
        ...(runners !== undefined && { hostedKinds: runners.kinds }),
        strict,
        maxTools: config.limits.tools,
      },
    };
  }

  /** The service reports a missing model when the turn needs it. */
  #findModel(model: unknown): LanguageModel | undefined {
    if (typeof model !== 'string') return undefined;
    try {
      return this.#options.registry.resolve(model);
    } catch {
      return undefined;
    }
  }
}

/** Only responses can be continued: a message batch is stored as an empty turn, too. */
function requirePreviousResponseId({ dialect, state: { previousId } }: TurnRequest): void {
  if (previousId !== undefined && !isAnyResponseId(previousId)) throw previousNotFound(previousId, dialect);
}

/** The model that a body names, checked or not. */
function modelOf(body: unknown): unknown {
  return objectOf(body)['model'];
}
