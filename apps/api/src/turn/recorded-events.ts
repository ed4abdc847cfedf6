import { type GenerationEvent, UsageMeter } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

type Step = IteratorResult<GenerationEvent, undefined>;

const done: Step = { done: true, value: undefined };

/**
 * The events of one turn for their reader, recorded in the request context: it counts as working from the first read
 * to the end. Iterates manually because every token passes through; a generator function would cost three promises
 * where one suffices.
 */
export class RecordedEvents implements AsyncIterableIterator<GenerationEvent, undefined> {
  #inner: AsyncIterator<GenerationEvent, unknown> | undefined;
  #finish: (() => void) | undefined;
  readonly #meter = new UsageMeter();
  #over = false;

  constructor(
    readonly start: () => AsyncIterable<GenerationEvent>,
    readonly requestContext: RequestContext,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#over) return Promise.resolve(done);
    this.#finish ??= this.requestContext.startWork();
    this.#inner ??= this.start()[Symbol.asyncIterator]();
    return this.#inner.next().then(this.#forward, this.#fail);
  }

  async return(): Promise<Step> {
    try {
      await this.#inner?.return?.();
    } finally {
      this.#end();
    }
    return done;
  }

  readonly #forward = (step: IteratorResult<GenerationEvent, unknown>): Step => {
    if (step.done === true) {
      this.#end();
      return done;
    }
    this.#meter.push(step.value);
    this.requestContext.log.recordEvent(step.value);
    return step;
  };

  readonly #fail = (thrown: unknown): never => {
    this.#end();
    throw this.requestContext.failureOf(thrown);
  };

  #end(): void {
    this.#over = true;
    const { usage } = this.#meter;
    if (usage !== undefined) this.requestContext.log.usage = usage;
    this.#finish?.();
    this.#finish = undefined;
  }
}
