import type { DialectId, GenerationEvent, JsonObject, Part, PartDelta } from '@org/engine';

/** Emits the parts of one response one after another and counts them. */
export class PartStream {
  readonly #emit: (event: GenerationEvent) => void;
  #index = 0;

  /** `dialect`: the upstream's. */
  constructor(
    readonly dialect: DialectId,
    emit: (event: GenerationEvent) => void,
  ) {
    this.#emit = emit;
  }

  /** Opens a part; what grows in it is empty. */
  open(part: Part): void {
    this.#emit({ type: 'part-start', index: this.#index, part });
  }

  /** Skips a delta without text. */
  append(delta: PartDelta): void {
    if (delta.text !== '') this.#emit({ type: 'part-delta', index: this.#index, delta });
  }

  /** Forwards the API's own events for the open part. */
  emitOpaque(value: JsonObject): void {
    this.#emit({
      type: 'part-delta',
      index: this.#index,
      delta: { type: 'opaque', text: '', dialect: this.dialect, value },
    });
  }

  /** Closes the open part with all that it became. */
  close(part: Part): void {
    this.#emit({ type: 'part-end', index: this.#index, part });
    this.#index += 1;
  }
}
