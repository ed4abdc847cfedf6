import { StopScanner } from '@org/engine';
import type { TextSink } from '../../parse/answer-reader.js';

/** Passes visible text on until a stop sequence is met. */
export class StopSink implements TextSink {
  readonly #scanner: StopScanner;
  readonly #say: (text: string) => void;
  #hit: string | undefined;

  constructor(stops: readonly string[], say: (text: string) => void) {
    this.#scanner = new StopScanner(stops);
    this.#say = say;
  }

  /** The stop sequence that was met. From then on no text is said. */
  get hit(): string | undefined {
    return this.#hit;
  }

  get stopped(): boolean {
    return this.#hit !== undefined;
  }

  push(text: string): void {
    if (this.#hit !== undefined) return;
    const { text: sure, met } = this.#scanner.push(text);
    this.#hit = met;
    this.#say(sure);
  }

  /** The text ends here: what was held back is no stop sequence. */
  flush(): void {
    const held = this.#scanner.flush();
    if (this.#hit === undefined && held !== '') this.#say(held);
  }
}
