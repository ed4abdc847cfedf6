import { EngineError } from '../errors/engine-error.js';
import { shuttingDown } from '../errors/shutting-down.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, OptionalParameter } from '../model/generation-request.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Clock } from '../ports/clock.js';
import type { EmbeddingModel, RerankModel, RetrievalContext } from '../ports/embedding-model.js';
import type { LanguageModel, InputCount, NativeUpstream } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import { RetryBudget } from '../concurrency/retry-budget.js';
import { Admission } from './admission.js';
import type { Backend, BackendObserver, BackendHealth } from './backend.js';
import { defaultBreakerSettings, type BreakerSettings } from './circuit-breaker.js';
import { conversationKey } from './conversation-key.js';
import { judgeFailure } from './judge-failure.js';
import { mergeModelInfo } from './merge-model-info.js';
import { Slot, type GroupMember } from './slot.js';
import { routeCall } from './route-call.js';
import { RoutedStream, type StreamRoutes } from './routed-stream.js';

/** How a {@link BackendGroup} spreads requests over its backends. */
export interface RoutingRules {
  /** Send each conversation to the same backend: that is where its cache is. */
  readonly affinity: boolean;
  /** Maximum retries of one request before its first event, on another backend if there is one. */
  readonly retries: number;
  /** Maximum queue time of a request in milliseconds. */
  readonly queueMs: number;
  /** Milliseconds without a first event after which the group probes a backend; 0 disables the probe. */
  readonly silenceMs: number;
  readonly breaker: BreakerSettings;
}

/** Routing rules that the operator leaves out: affinity, 2 retries, 60 s in the queue. */
export const defaultRoutingRules: RoutingRules = {
  affinity: true,
  retries: 2,
  queueMs: 60_000,
  silenceMs: 10_000,
  breaker: defaultBreakerSettings,
};

export interface BackendGroupOptions {
  /** Model name in its ModelInfo. */
  readonly id: string;
  /** At least one member, with unique names. */
  readonly members: readonly GroupMember[];
  readonly rules?: Partial<RoutingRules>;
  /** Milliseconds that never go back. Default: those of the process. */
  readonly clock?: Clock;
  /** Between 0 and 1. Default: random. */
  readonly random?: () => number;
  /** Called when the circuit of a backend opens or closes. */
  readonly onChange?: (status: BackendStatus) => void;
}

/** Health of one backend of a group. */
export interface BackendStatus {
  readonly name: string;
  readonly status: BackendHealth;
  readonly running: number;
  readonly waiting: number;
}

/** Retry budget for the requests that a backend fails before their first event; other backends share it. */
const maxConcurrentRetries = 100;
const steadyClock: Clock = { now: () => performance.now() };

/**
 * Several backends for one model as one language model. A conversation goes to the backend that holds its cache, else
 * to the least loaded; a request that fails before its first event is retried on another backend while the retry
 * budget lasts; the circuit of a failing backend opens for a while. Closing the group closes the backends that no
 * other group holds.
 */
export class BackendGroup implements LanguageModel, BackendObserver {
  readonly #id: string;
  readonly #slots: readonly Slot[];
  readonly #admission: Admission;
  readonly #routes: StreamRoutes;
  readonly #budget = new RetryBudget(maxConcurrentRetries);
  #closing: Promise<void> | undefined;
  readonly native?: NativeUpstream;
  readonly signer?: string;
  readonly embedding?: EmbeddingModel;
  readonly rerank?: RerankModel;
  readonly countTokens?: NonNullable<LanguageModel['countTokens']>;

  /** Throws `invalid-request` when there is no member, or when two members share a name. */
  constructor({ id, members, rules = {}, clock = steadyClock, random = Math.random, onChange }: BackendGroupOptions) {
    const { affinity, retries, queueMs, silenceMs, breaker } = { ...defaultRoutingRules, ...rules };
    if (members.length === 0)
      throw new EngineError('invalid-request', `The model ${JSON.stringify(id)} has no backend.`);
    if (new Set(members.map(({ backend }) => backend.name)).size < members.length)
      throw new EngineError('invalid-request', `Two backends of the model ${JSON.stringify(id)} have one name.`);
    this.#id = id;
    this.#slots = members.map((member) => new Slot(member));
    const notifyChange = (backend: Backend): void => {
      const slot = this.#slots.find((candidate) => candidate.backend === backend);
      if (slot !== undefined) onChange?.(statusOf(slot, clock.now()));
    };
    this.#admission = new Admission(this.#slots, { breaker, clock, random, onChange: notifyChange }, queueMs);
    this.#routes = {
      admission: this.#admission,
      keyOf: (request, { owner }) => (affinity && members.length > 1 ? conversationKey(request, owner) : undefined),
      silenceMs,
      retries,
      spendRetry: () => this.#budget.withdraw(),
      random,
    };
    const native = commonNative(members);
    if (native !== undefined) this.native = native;
    const signer = commonSigner(members);
    if (signer !== undefined) this.signer = signer;
    const models = members.map(({ backend }) => backend.languageModel);
    if (models.every(({ embedding }) => embedding !== undefined))
      this.embedding = {
        name: id,
        embed: (inputs, context, options) =>
          this.#route(context, ({ embedding }) => present(embedding).embed(inputs, context, options)),
      };
    if (models.every(({ rerank }) => rerank !== undefined))
      this.rerank = {
        name: id,
        rank: (query, documents, context) =>
          this.#route(context, ({ rerank }) => present(rerank).rank(query, documents, context)),
      };
    for (const { backend } of members) backend.retain(this);
    if (members.some(({ backend }) => backend.languageModel.countTokens !== undefined))
      this.countTokens = (request, context) => this.#countTokens(request, context);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    this.#budget.deposit();
    return new RoutedStream(this.#routes, request, context);
  }

  async modelInfo(): Promise<ModelInfo> {
    const modelInfos = await Promise.allSettled(this.#slots.map(({ backend }) => backend.languageModel.modelInfo()));
    const known = modelInfos.filter((modelInfo) => modelInfo.status === 'fulfilled').map(({ value }) => value);
    if (known.length === 0)
      throw new EngineError('upstream-failed', 'No backend of the model returned its model info.', {
        cause: modelInfos.map((modelInfo) =>
          modelInfo.status === 'rejected' ? (modelInfo.reason as unknown) : undefined,
        ),
      });
    return mergeModelInfo(this.#id, known);
  }

  /** Any backend may serve the request. */
  supportsParameter(parameter: OptionalParameter): boolean {
    return this.#slots.every(({ backend }) => backend.languageModel.supportsParameter?.(parameter) === true);
  }

  available(): boolean {
    return this.#admission.available();
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map(({ backend }) => backend.languageModel.warmUp?.()));
  }

  /** How each backend is doing, in the order of the members. */
  status(): readonly BackendStatus[] {
    const now = this.#admission.health.clock.now();
    return this.#slots.map((slot) => statusOf(slot, now));
  }

  onBackendChanged(): void {
    this.#admission.onBackendChanged();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#admission.close(shuttingDown());
    const outcomes = await Promise.allSettled(this.#slots.map(({ backend }) => backend.release(this)));
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    if (failures.length > 0) throw new AggregateError(failures, 'Not every backend could be closed.');
  }

  #route<Result>(context: RetrievalContext, call: (model: LanguageModel) => Promise<Result>): Promise<Result> {
    this.#budget.deposit();
    return routeCall(this.#routes, context, call);
  }

  /** Any backend that supports counting may count; a failed count does not open its circuit. */
  async #countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const now = this.#admission.health.clock.now();
    const able = this.#slots
      .filter(({ backend }) => backend.languageModel.countTokens !== undefined)
      .toSorted((a, b) => Number(b.backend.admits(now)) - Number(a.backend.admits(now)));
    let failure: unknown;
    for (const { name, backend } of able) {
      if (context.logFields !== undefined) context.logFields.backend = name;
      try {
        return (await backend.languageModel.countTokens?.(request, context)) ?? { inputTokens: 0 };
      } catch (error) {
        failure = error;
        if (!(error instanceof EngineError) || context.signal.aborted) break;
        if (judgeFailure(error) === 'request') break;
      }
    }
    throw failure;
  }
}

/** The constructor has checked that each backend has the task. */
function present<Model>(model: Model | undefined): Model {
  if (model === undefined) throw new EngineError('internal', 'A backend has another task than its group.');
  return model;
}

/** Any of the backends may receive a signature, so all of them must accept it. */
function commonNative(members: readonly GroupMember[]): NativeUpstream | undefined {
  const [first, ...others] = members.map(({ backend }) => backend.languageModel.native);
  return others.every((other) => other?.dialect === first?.dialect && other?.signer === first?.signer)
    ? first
    : undefined;
}

function commonSigner(members: readonly GroupMember[]): string | undefined {
  const [first, ...others] = members.map(({ backend }) => backend.languageModel.signer);
  return others.every((signer) => signer === first) ? first : undefined;
}

function statusOf({ name, backend, running, waiting }: Slot, now: number): BackendStatus {
  return { name, status: backend.status(now), running, waiting };
}
