import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { Entrance } from './admission.js';
import type { Backend, BackendRun } from './backend.js';
import { StepsAhead } from './steps-ahead.js';
import { watchSilence } from './watch-silence.js';

/** A step of a stream that is not its end. */
export type EventStep = IteratorYieldResult<GenerationEvent>;

/**
 * Milliseconds that the beginning of an answer waits for what follows it. Many upstreams begin before they know whether they can
 * answer, and one that fails right then has answered nothing: another may.
 */
const startGraceMs = 200;

/** One request at one backend. Whatever becomes of it, it must be left. */
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
  /** Tells what it had cost when it failed, if anybody counted. */
  cost: EventStep | undefined;

  /** `silenceMs`: time without an event after which the backend is asked whether it is there; 0 never asks. */
  constructor({ slot, run }: Entrance, { signal }: RunContext, silenceMs: number) {
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

  /** Begins, and resolves with the first event of an answer. */
  async first(request: GenerationRequest, context: RunContext): Promise<EventStep> {
    const languageModel = this.#backend.languageModel;
    const watched = this.#silenceMs > 0 && languageModel.probe !== undefined;
    const stopWatching = watched
      ? watchSilence(
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
      if (step.value.type === 'generation-start' && (await inner.arrives(startGraceMs))) await this.#lookAhead(inner);
      return step;
    } catch (thrown) {
      if (this.#silent && !this.#signal.aborted)
        throw new EngineError('timed-out', 'The backend stopped responding.', { cause: thrown });
      throw thrown;
    } finally {
      stopWatching?.();
    }
  }

  /** Takes the step behind the beginning for a look: a failure there is one of this attempt. */
  async #lookAhead(inner: StepsAhead): Promise<void> {
    inner.putBack(await this.#costOr(inner.next(), inner));
  }

  /** What a failure had cost is no part of an answer yet. */
  async #costOr(
    next: Promise<IteratorResult<GenerationEvent, unknown>>,
    inner: StepsAhead,
  ): Promise<IteratorResult<GenerationEvent, unknown>> {
    const step = await next;
    if (step.done === true || step.value.type !== 'generation-usage') return step;
    this.cost = step;
    return await inner.next();
  }

  /** Nobody wants the rest. */
  async giveBack(): Promise<void> {
    // An iterator that is asked for a step does not come back before it has one.
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
