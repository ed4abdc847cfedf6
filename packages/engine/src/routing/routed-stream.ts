import { type EngineError, toEngineError } from '../errors/engine-error.js';
import { pause } from '../concurrency/pause.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { Admission, Entrance } from './admission.js';
import { Attempt } from './attempt.js';
import type { FailureJudgement } from './judge-failure.js';
import type { Slot } from './slot.js';

/** What a stream needs of its group. */
export interface StreamRoutes {
  readonly admission: Admission;
  /** The conversation that a request belongs to; absent when it does not matter where it goes. */
  keyOf(request: GenerationRequest, context: RunContext): number | undefined;
  /** Milliseconds without a first event after which a backend is asked whether it is there; 0 never asks. */
  readonly silenceMs: number;
  /** Most times that a request is sent again. */
  readonly retries: number;
  /** Takes one retry of those that are left to all requests together. */
  spendRetry(): boolean;
  readonly random: () => number;
}

type Step = IteratorResult<GenerationEvent, undefined>;

const done: Step = { done: true, value: undefined };
/** Milliseconds before the same backend is asked again, at least; at most twice as long. */
const minPauseMs = 50;

/**
 * The events of one request, from whichever backend begins to answer. Until the first event a failure may send it to
 * another; from then on the backend's own iterator is handed through, with one look at each event for the end.
 */
export class RoutedStream implements AsyncIterableIterator<GenerationEvent, undefined> {
  #inner: AsyncIterator<GenerationEvent, unknown> | undefined;
  #attempt: Attempt | undefined;
  #startedAt = 0;
  #over = false;
  /** Thrown after the event that tells what it had cost. */
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

  /** The reader wants no more. */
  async return(): Promise<Step> {
    this.#over = true;
    this.#failure = undefined;
    const started = this.#inner !== undefined;
    this.#inner = undefined;
    // One that has not begun is given back by whoever waits for its first event.
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
      const entrance = await this.#enter(key, tried, failure);
      if (logFields !== undefined) {
        logFields.backend = entrance.slot.name;
        logFields.isQueued = false;
      }
      const attempt = new Attempt(entrance, context, routes.silenceMs);
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
        const judgement = context.signal.aborted ? 'nobody' : attempt.run.failed(error);
        attempt.release();
        tried.add(entrance.slot);
        // What may pass, or is the client's to mend, says more than what one of them will always lack.
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

  async #enter(key: number | undefined, tried: ReadonlySet<Slot>, failure: EngineError | undefined): Promise<Entrance> {
    try {
      return await this.routes.admission.enter({
        tried,
        signal: this.context.signal,
        ...(key === undefined ? {} : { key }),
      });
    } catch (thrown) {
      this.#over = true;
      const refusal = toEngineError(thrown);
      // What went wrong says more than that there is nobody else to ask.
      throw failure === undefined || refusal.code === 'cancelled' ? refusal : failure;
    }
  }

  /** Whether the request may be sent again; it has waited long enough then. */
  async #mayGoOn(judgement: FailureJudgement, failure: EngineError, tried: ReadonlySet<Slot>): Promise<boolean> {
    const { admission, random } = this.routes;
    if (judgement === 'request' || judgement === 'nobody' || this.#over) return false;
    // Who was silent for minutes is not waited for a second time, and who lacks something now will lack it then.
    const where = admission.retryTarget(tried, failure.code !== 'timed-out' && judgement !== 'unable');
    // A refusal for want of something is no trouble that retries could add to.
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
