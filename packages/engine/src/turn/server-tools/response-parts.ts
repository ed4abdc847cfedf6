import type { GenerationEvent, PartEnd } from '../../model/generation-event.js';
import type { Part } from '../../model/part.js';

/** The parts of a response in order of arrival from any source, numbered consecutively. */
export class ResponseParts {
  readonly #closed: Part[] = [];

  /** The complete parts, in order. */
  get closed(): readonly Part[] {
    return this.#closed;
  }

  /** The index of the part that is open, or that opens next. */
  get index(): number {
    return this.#closed.length;
  }

  close(part: Part): PartEnd {
    const { index } = this;
    this.#closed.push(part);
    return { type: 'part-end', index, part };
  }

  /** Emits the events of a complete part. */
  emitComplete(part: Part): readonly GenerationEvent[] {
    return [{ type: 'part-start', index: this.index, part }, this.close(part)];
  }
}
