import { type EngineError, toEngineError } from '../errors/engine-error.js';
import { pause } from '../concurrency/pause.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { Admission, Admitted } from './admission.js';
import { Attempt } from './attempt.js';
import type { FailureJudgement } from './judge-failure.js';
import type { Slot } from './slot.js';

/** What a stream needs of its group. */
export interface StreamRoutes {
  readonly admission: Admission;
  /** The conversation that a request belongs to; absent when it does not matter where it goes. */
  keyOf(request: GenerationRequest, context: RunContext): number | undefined;
  /** Milliseconds without a first event after which a backend is probed; 0 disables the probe. */
  readonly silenceMs: number;
  /** Maximum retries of a request. */
  readonly retries: number;
  /** Spends one retry of the budget that all requests share. */
  spendRetry(): boolean;
  readonly random: () => number;
}

type Step = IteratorResult<GenerationEvent, undefined>;

const done: Step = { done: true, value: undefined };
/** Minimum milliseconds before the same backend is retried; at most twice as long. */
const minPauseMs = 50;

/**
 * The events of one request, from the backend that starts to respond. Before the first event a failure may move it to
 * another backend; after that the backend's own iterator is forwarded, with one check of each event for the end.
 */
export class RoutedStream implements AsyncIterableIterator<GenerationEvent, undefined> {
  #inner: AsyncIterator<GenerationEvent, unknown> | undefined;
  #attempt: Attempt | undefined;
  #startedAt = 0;
  #over = false;
  /** Thrown after the event that reports the usage. */
  #failure: EngineError | undefined;

  constructor(
    readonly routes: StreamRoutes,
    readonly request: GenerationRequest,
    readonly context: RunContext,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#inner !== undefined) return this.#inner.next().then(this.#forward, this.#fail);
    if (this.#failure !== undefined) return this.#throwFailure(this.#failure);
    return this.#over ? Promise.resolve(done) : this.#start();
  }

  /** Called when the reader stops reading. */
  async return(): Promise<Step> {
    this.#over = true;
    this.#failure = undefined;
    const started = this.#inner !== undefined;
    this.#inner = undefined;
    // An attempt that has not started is released by the caller that waits for its first event.
    if (started) await this.#attempt?.giveBack();
    return done;
  }

  async #start(): Promise<Step> {
    const { routes, request, context } = this;
    const key = routes.keyOf(request, context);
    const tried = new Set<Slot>();
    let failure: EngineError | undefined;
    for (let retries = 0; ; retries += 1) {
      const { logFields } = context;
      if (logFields !== undefined) logFields.isQueued = true;
      const admitted = await this.#enter(key, tried, failure);
      if (logFields !== undefined) {
        logFields.backend = admitted.slot.name;
        logFields.isQueued = false;
      }
      const attempt = new Attempt(admitted, context, routes.silenceMs);
      this.#startedAt = performance.now();
      try {
        const first = await attempt.first(request, context);
        if (this.#over) {
          await attempt.giveBack();
          return done;
        }
        attempt.run.started();
        this.#inner = attempt.rest;
        this.#attempt = attempt;
        return this.#forward(first);
      } catch (thrown) {
        const error = toEngineError(thrown);
        const judgement = context.signal.aborted ? 'client' : attempt.run.failed(error);
        attempt.release();
        tried.add(admitted.slot);
        // A transient error, or an error that the client can fix, is more useful than a capability that one backend
        // always lacks.
        if (judgement !== 'unable' || failure === undefined) failure = error;
        if (retries < routes.retries && (await this.#mayGoOn(judgement, error, tried))) continue;
        this.#over = true;
        if (attempt.cost === undefined) throw failure;
        this.#failure = failure;
        return attempt.cost;
      }
    }
  }

  async #throwFailure(failure: EngineError): Promise<Step> {
    this.#failure = undefined;
    throw failure;
  }

  async #enter(key: number | undefined, tried: ReadonlySet<Slot>, failure: EngineError | undefined): Promise<Admitted> {
    try {
      return await this.routes.admission.enter({
        tried,
        signal: this.context.signal,
        ...(key === undefined ? {} : { key }),
      });
    } catch (thrown) {
      this.#over = true;
      const refusal = toEngineError(thrown);
      // The failure is more informative than the error that no other backend is available.
      throw failure === undefined || refusal.code === 'cancelled' ? refusal : failure;
    }
  }

  /** Whether the request may be retried; resolves after the backoff. */
  async #mayGoOn(judgement: FailureJudgement, failure: EngineError, tried: ReadonlySet<Slot>): Promise<boolean> {
    const { admission, random } = this.routes;
    if (judgement === 'request' || judgement === 'client' || this.#over) return false;
    // A backend that was silent for minutes is not retried, nor is a backend that lacks what the request needs.
    const where = admission.retryTarget(tried, failure.code !== 'timed-out' && judgement !== 'unable');
    // A rejection for a missing capability costs no retry budget, since retries cannot make an overload worse there.
    if (where === undefined || (judgement !== 'unable' && !this.routes.spendRetry())) return false;
    if (where === 'same') await pause(minPauseMs * (1 + random()), this.context.signal);
    return true;
  }

  readonly #forward = (step: IteratorResult<GenerationEvent, unknown>): Step => {
    if (step.done === true) {
      this.#end();
      return done;
    }
    if (step.value.type === 'generation-end') {
      this.#attempt?.run.completed();
      this.routes.admission.recordDuration((performance.now() - this.#startedAt) / 1000);
      this.#attempt?.release();
    }
    return step;
  };

  readonly #fail = (thrown: unknown): never => {
    const error = toEngineError(thrown);
    if (!this.context.signal.aborted) this.#attempt?.run.failed(error);
    this.#end();
    throw error;
  };

  #end(): void {
    this.#over = true;
    this.#inner = undefined;
    this.#attempt?.release();
  }
}
