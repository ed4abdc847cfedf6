import { StopScanner } from '@org/engine';
import type { TextSink } from '../../parse/output-reader.js';

/** Passes visible text on until a stop sequence is met. */
export class StopSink implements TextSink {
  readonly #scanner: StopScanner;
  readonly #emit: (text: string) => void;
  #hit: string | undefined;

  constructor(stops: readonly string[], emit: (text: string) => void) {
    this.#scanner = new StopScanner(stops);
    this.#emit = emit;
  }

  /** The stop sequence that was found. From then on no text is emitted. */
  get hit(): string | undefined {
    return this.#hit;
  }

  get stopped(): boolean {
    return this.#hit !== undefined;
  }

  push(text: string): void {
    if (this.#hit !== undefined) return;
    const { text: confirmed, met } = this.#scanner.push(text);
    this.#hit = met;
    this.#emit(confirmed);
  }

  /** The text ends here, so the buffered text is no stop sequence. */
  flush(): void {
    const buffered = this.#scanner.flush();
    if (this.#hit === undefined && buffered !== '') this.#emit(buffered);
  }
}
