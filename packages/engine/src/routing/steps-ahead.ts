import type { GenerationEvent } from '../model/generation-event.js';

type Step = IteratorResult<GenerationEvent, unknown>;

/** A stream whose next step can be peeked before it is consumed. */
export class StepsAhead implements AsyncIterator<GenerationEvent, unknown> {
  #ahead: Promise<Step> | undefined;
  #asked = false;

  constructor(readonly inner: AsyncIterator<GenerationEvent, unknown>) {}

  /** A step was asked for ahead of time and is not there yet. */
  get asked(): boolean {
    return this.#asked;
  }

  next(): Promise<Step> {
    const ahead = this.#ahead;
    if (ahead === undefined) return this.inner.next();
    this.#ahead = undefined;
    return ahead;
  }

  /** Requests the next step. True when it, or a failure instead, arrives within the given milliseconds. */
  async arrivesWithin(ms: number): Promise<boolean> {
    this.#asked = true;
    const ahead = this.inner.next().finally(() => (this.#asked = false));
    this.#ahead = ahead;
    const { promise: timedOut, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), ms);
    const there = ahead.then(
      () => true,
      () => true,
    );
    const arrived = await Promise.race([there, timedOut]);
    clearTimeout(timer);
    return arrived;
  }

  putBack(step: Step): void {
    this.#ahead = Promise.resolve(step);
  }

  async return(): Promise<Step> {
    return (await this.inner.return?.()) ?? { done: true, value: undefined };
  }
}
