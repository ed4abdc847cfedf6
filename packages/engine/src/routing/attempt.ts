import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { Admitted } from './admission.js';
import type { Backend, BackendRun } from './backend.js';
import { StepsAhead } from './steps-ahead.js';
import { monitorSilence } from './monitor-silence.js';

/** A step of a stream that is not its end. */
export type EventStep = IteratorYieldResult<GenerationEvent>;

/**
 * Milliseconds that the first event of a completion is held for the next one. Many upstreams start before they know
 * whether they can respond, and an upstream that fails right then has sent no content: another may succeed.
 */
const startGraceMs = 200;

/** One request at one backend. The caller must release it after any outcome. */
export class Attempt {
  readonly run: BackendRun;
  readonly #backend: Backend;
  readonly #silenceMs: number;
  readonly #signal: AbortSignal;
  /** Ends this attempt alone. */
  readonly #own = new AbortController();
  readonly #follow = (): void => this.#own.abort();
  #inner: StepsAhead | undefined;
  #silent = false;
  /** The usage of the failed attempt, if it was counted. */
  cost: EventStep | undefined;

  /** `silenceMs`: milliseconds without an event after which the backend is probed; 0 disables the probe. */
  constructor({ slot, run }: Admitted, { signal }: RunContext, silenceMs: number) {
    this.run = run;
    this.#backend = slot.backend;
    this.#silenceMs = silenceMs;
    this.#signal = signal;
    signal.addEventListener('abort', this.#follow, { once: true });
    if (signal.aborted) this.#own.abort();
  }

  /** The events that follow the first. */
  get rest(): AsyncIterator<GenerationEvent, unknown> | undefined {
    return this.#inner;
  }

  /** Starts the request and resolves with the first event of the completion. */
  async first(request: GenerationRequest, context: RunContext): Promise<EventStep> {
    const languageModel = this.#backend.languageModel;
    const watched = this.#silenceMs > 0 && languageModel.probe !== undefined;
    const stopWatching = watched
      ? monitorSilence(
          () => this.#backend.isResponsive(),
          this.#silenceMs,
          () => this.#giveUp(),
        )
      : undefined;
    try {
      const inner = new StepsAhead(
        languageModel.generate(request, { ...context, signal: this.#own.signal })[Symbol.asyncIterator](),
      );
      this.#inner = inner;
      const step = await this.#costOr(inner.next(), inner);
      if (step.done === true) throw new EngineError('upstream-failed', 'The model ended without a response.');
      if (step.value.type === 'generation-start' && (await inner.arrivesWithin(startGraceMs)))
        await this.#readAhead(inner);
      return step;
    } catch (thrown) {
      if (this.#silent && !this.#signal.aborted)
        throw new EngineError('timed-out', 'The backend stopped responding.', { cause: thrown });
      throw thrown;
    } finally {
      stopWatching?.();
    }
  }

  /** Reads ahead the step after the first event: a failure there is a failure of this attempt. */
  async #readAhead(inner: StepsAhead): Promise<void> {
    inner.putBack(await this.#costOr(inner.next(), inner));
  }

  /** The usage of a failed attempt is not yet part of a completion. */
  async #costOr(
    next: Promise<IteratorResult<GenerationEvent, unknown>>,
    inner: StepsAhead,
  ): Promise<IteratorResult<GenerationEvent, unknown>> {
    const step = await next;
    if (step.done === true || step.value.type !== 'generation-usage') return step;
    this.cost = step;
    return await inner.next();
  }

  /** Discards the remaining events. */
  async giveBack(): Promise<void> {
    // An iterator with a pending step does not return before that step resolves.
    if (this.#inner?.asked === true) this.#own.abort();
    try {
      await this.#inner?.return();
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#signal.removeEventListener('abort', this.#follow);
    this.run.release();
  }

  #giveUp(): void {
    this.#silent = true;
    this.#own.abort();
  }
}
