import type { GenerationEvent, PartEnd } from '../../model/generation-event.js';
import type { Part } from '../../model/part.js';

/** The parts of an answer as they come, whoever makes them: numbered one after the other. */
export class ResponseParts {
  readonly #closed: Part[] = [];

  /** Those that are whole, in their order. */
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

  /** A part that comes whole. */
  emitComplete(part: Part): readonly GenerationEvent[] {
    return [{ type: 'part-start', index: this.index, part }, this.close(part)];
  }
}
