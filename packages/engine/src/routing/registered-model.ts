import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { LanguageModel, InputCount } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import type { RunWatch } from './run-watch.js';

/** An active language model with its run count: it is closed once it is retired and has no runs. */
export class RegisteredModel {
  #running = 0;
  #retired: PromiseWithResolvers<void> | undefined;

  constructor(readonly languageModel: LanguageModel) {}

  /** Requests that run now. */
  get running(): number {
    return this.#running;
  }

  /** Whether the language model is retired. */
  get retired(): boolean {
    return this.#retired !== undefined;
  }

  generate(request: GenerationRequest, context: RunContext, watch?: RunWatch): AsyncIterable<GenerationEvent> {
    return new CountedStream(this.languageModel.generate(request, context), this, watch);
  }

  async countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount | undefined> {
    this.enter();
    try {
      return await this.languageModel.countTokens?.(request, context);
    } finally {
      this.release();
    }
  }

  enter(): void {
    this.#running += 1;
  }

  release(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#retired?.resolve();
  }

  /** Closes the language model when its last run ends. Accepts no new runs. */
  async retire(): Promise<void> {
    this.#retired ??= Promise.withResolvers();
    if (this.#running === 0) this.#retired.resolve();
    await this.#retired.promise;
    await this.languageModel.close();
  }

  /** Closes the language model now. */
  async close(): Promise<void> {
    await this.languageModel.close();
  }
}

/** A stream that counts as running from its first read to its end. */
class CountedStream implements AsyncIterableIterator<GenerationEvent> {
  #inner: AsyncIterator<GenerationEvent, unknown> | undefined;
  #state: 'new' | 'running' | 'over' = 'new';

  constructor(
    readonly stream: AsyncIterable<GenerationEvent>,
    readonly tracked: RegisteredModel,
    readonly watch: RunWatch | undefined,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<GenerationEvent, undefined>> {
    if (this.#state === 'new') {
      this.#state = 'running';
      this.tracked.enter();
    }
    this.#inner ??= this.stream[Symbol.asyncIterator]();
    return this.#inner.next().then(this.#forward, this.#fail);
  }

  async return(): Promise<IteratorResult<GenerationEvent, undefined>> {
    try {
      await this.#inner?.return?.();
    } finally {
      this.#end();
    }
    return { done: true, value: undefined };
  }

  readonly #forward = (step: IteratorResult<GenerationEvent, unknown>): IteratorResult<GenerationEvent, undefined> => {
    if (step.done !== true) {
      this.watch?.push(step.value);
      return step;
    }
    this.#end();
    return { done: true, value: undefined };
  };

  readonly #fail = (error: unknown): never => {
    this.watch?.fail(error);
    this.#end();
    throw error;
  };

  #end(): void {
    if (this.#state === 'running') {
      this.tracked.release();
      this.watch?.end();
    }
    this.#state = 'over';
  }
}
