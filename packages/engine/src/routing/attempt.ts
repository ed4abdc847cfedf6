import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { RunContext } from '../ports/run-context.js';
import type { Entrance } from './admission.js';
import type { Backend, BackendRun } from './backend.js';
import { watchSilence } from './watch-silence.js';

/** A step of a stream that is not its end. */
export type EventStep = IteratorYieldResult<GenerationEvent>;

/** One request at one backend. Whatever becomes of it, it must be left. */
export class Attempt {
  readonly run: BackendRun;
  readonly #backend: Backend;
  readonly #silenceMs: number;
  readonly #signal: AbortSignal;
  /** Ends this attempt alone; absent where nobody would. */
  readonly #own: AbortController | undefined;
  readonly #follow = (): void => this.#own?.abort();
  #inner: AsyncIterator<GenerationEvent, unknown> | undefined;
  #silent = false;
  /** Tells what it had cost when it failed, if anybody counted. */
  cost: EventStep | undefined;

  /** `silenceMs`: time without an event after which the backend is asked whether it is there; 0 never asks. */
  constructor({ place, run }: Entrance, { signal }: RunContext, silenceMs: number) {
    this.run = run;
    this.#backend = place.backend;
    this.#silenceMs = silenceMs;
    this.#signal = signal;
    if (silenceMs === 0 || this.#backend.generator.probe === undefined) return;
    this.#own = new AbortController();
    signal.addEventListener('abort', this.#follow, { once: true });
    if (signal.aborted) this.#own.abort();
  }

  /** The events that follow the first. */
  get rest(): AsyncIterator<GenerationEvent, unknown> | undefined {
    return this.#inner;
  }

  /** Begins, and resolves with the first event of an answer. */
  async first(request: GenerationRequest, context: RunContext): Promise<EventStep> {
    const own = this.#own;
    const generator = this.#backend.generator;
    const stopWatching = own === undefined ? undefined : watchSilence(() => this.#backend.answers(), this.#silenceMs, () => this.#giveUp(own));
    try {
      const inner = generator.generate(request, own === undefined ? context : { ...context, signal: own.signal })[Symbol.asyncIterator]();
      this.#inner = inner;
      let step = await inner.next();
      // What a failure had cost is no part of an answer yet.
      if (step.done !== true && step.value.type === 'generation-usage') {
        this.cost = step;
        step = await inner.next();
      }
      if (step.done === true) throw new EngineError('upstream-failed', 'The model ended without an answer.');
      return step;
    } catch (thrown) {
      if (this.#silent && !this.#signal.aborted) throw new EngineError('timed-out', 'The backend does not answer any more.', { cause: thrown });
      throw thrown;
    } finally {
      stopWatching?.();
    }
  }

  /** Nobody wants the rest. */
  async giveBack(): Promise<void> {
    try {
      await this.#inner?.return?.();
    } finally {
      this.leave();
    }
  }

  leave(): void {
    this.#signal.removeEventListener('abort', this.#follow);
    this.run.leave();
  }

  #giveUp(own: AbortController): void {
    this.#silent = true;
    own.abort();
  }
}
