import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { Part } from '../model/part.js';
import { isObjectText } from '../json/is-object-text.js';

type Step = IteratorResult<GenerationEvent, undefined>;

/**
 * The events of a response for an API whose arguments are an object: if the model wrote anything else, the response
 * fails at its end, after its usage. A truncated call is no such failure, because the finish reason explains it.
 * Iterates manually because every token passes through; an async function* would create four promises for each.
 */
export function requireObjectArguments(
  events: AsyncIterable<GenerationEvent>,
): AsyncIterableIterator<GenerationEvent, undefined> {
  return new ObjectArguments(events[Symbol.asyncIterator]());
}

class ObjectArguments implements AsyncIterableIterator<GenerationEvent, undefined> {
  #broken = false;
  #failure: EngineError | undefined;

  constructor(readonly inner: AsyncIterator<GenerationEvent, unknown>) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    return this.#failure === undefined ? this.inner.next().then(this.#forward) : this.#fail(this.#failure);
  }

  async return(): Promise<Step> {
    await this.inner.return?.();
    return { done: true, value: undefined };
  }

  readonly #forward = (step: IteratorResult<GenerationEvent, unknown>): Step => {
    if (step.done === true) return { done: true, value: undefined };
    const event = step.value;
    if (event.type === 'part-end') this.#broken ||= hasBrokenArguments(event.part);
    if (event.type !== 'generation-end' || !this.#broken || event.finishReason.unified !== 'tool-calls') return step;
    this.#failure = new EngineError('upstream-failed', 'The model wrote tool arguments that are not a JSON object.', {
      byModel: true,
    });
    return { done: false, value: { type: 'generation-usage', usage: event.usage } };
  };

  async #fail(failure: EngineError): Promise<never> {
    await this.inner.return?.();
    throw failure;
  }
}

function hasBrokenArguments(part: Part): boolean {
  return part.type === 'tool-call' && part.kind === 'function' && !isObjectText(part.argumentsText);
}
