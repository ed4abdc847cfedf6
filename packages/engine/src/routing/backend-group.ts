import { EngineError } from '../errors/engine-error.js';
import { shuttingDown } from '../errors/shutting-down.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, OptionalParameter } from '../model/generation-request.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Clock } from '../ports/clock.js';
import type { LanguageModel, InputCount, NativeUpstream } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import { RetryBudget } from '../concurrency/retry-budget.js';
import { Admission } from './admission.js';
import type { Backend, BackendHolder, BackendHealth } from './backend.js';
import { defaultBreakerSettings, type BreakerSettings } from './circuit-breaker.js';
import { conversationKey } from './conversation-key.js';
import { judgeFailure } from './judge-failure.js';
import { mergeModelInfo } from './merge-model-info.js';
import { Slot, type GroupMember } from './slot.js';
import { RoutedStream, type StreamRoutes } from './routed-stream.js';

/** How a {@link BackendGroup} spreads requests over its backends. */
export interface RoutingRules {
  /** Send each conversation to the same backend: that is where its cache is. */
  readonly affinity: boolean;
  /** How often one request may be sent again before its first event, to another backend if there is one. */
  readonly retries: number;
  /** Milliseconds that a request waits in line. */
  readonly queueMs: number;
  /** Milliseconds without a first event after which a backend is asked whether it is still there; 0 never asks. */
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
  /** The model's name in its card. */
  readonly id: string;
  /** At least one; no two of the same name. */
  readonly members: readonly GroupMember[];
  readonly rules?: Partial<RoutingRules>;
  /** Milliseconds that never go back. Default: those of the process. */
  readonly clock?: Clock;
  /** Between 0 and 1. Default: random. */
  readonly random?: () => number;
  /** Told when a backend begins or ceases to be left alone. */
  readonly onChange?: (status: BackendStatus) => void;
}

/** How one backend of a group is doing. */
export interface BackendStatus {
  readonly name: string;
  readonly status: BackendHealth;
  readonly running: number;
  readonly waiting: number;
}

/** What a backend takes along when it dies with many requests before their first event; others share it. */
const maxConcurrentRetries = 100;
const steadyClock: Clock = { now: () => performance.now() };

/**
 * Several backends for one model as one generator. A conversation goes where its cache is, else to who has the least to
 * do; a request that fails before its first event goes to another backend, as long as the budget of retries lasts; a
 * backend that fails is left alone for a while. Closing it closes the backends that no other group holds.
 */
export class BackendGroup implements LanguageModel, BackendHolder {
  readonly #id: string;
  readonly #slots: readonly Slot[];
  readonly #admission: Admission;
  readonly #routes: StreamRoutes;
  readonly #budget = new RetryBudget(maxConcurrentRetries);
  #closing: Promise<void> | undefined;
  readonly native?: NativeUpstream;
  readonly signer?: string;
  readonly countTokens?: NonNullable<LanguageModel['countTokens']>;

  /** Throws `invalid-request` when there is no member, or two have one name. */
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
      spendRetry: () => this.#budget.spend(),
      random,
    };
    const native = commonNative(members);
    if (native !== undefined) this.native = native;
    const signer = commonSigner(members);
    if (signer !== undefined) this.signer = signer;
    for (const { backend } of members) backend.retain(this);
    if (members.some(({ backend }) => backend.languageModel.countTokens !== undefined))
      this.countTokens = (request, context) => this.#countTokens(request, context);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    this.#budget.earn();
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

  /** Any backend may be the one that answers. */
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

  reconsider(): void {
    this.#admission.reconsider();
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

  /** Any backend that can count does; one that fails is no reason to leave it alone. */
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

/** A seal may come back to any of the backends, so all of them have to accept it. */
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
