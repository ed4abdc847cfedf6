import { firstMarker, partialSuffix } from '../parse/marker-search.js';
import type { TextSink } from '../parse/output-parser.js';

/** Looks for stop sequences in the visible text, also where they span tokens: it holds back what may become one. */
export class StopScanner implements TextSink {
  readonly #stops: readonly string[];
  readonly #say: (text: string) => void;
  #held = '';
  #hit: string | undefined;

  constructor(stops: readonly string[], say: (text: string) => void) {
    this.#stops = stops.filter((stop) => stop !== '');
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
    if (this.#stops.length === 0) {
      this.#say(text);
      return;
    }
    this.#held += text;
    const found = firstMarker(this.#held, this.#stops);
    if (found !== undefined) {
      this.#hit = found.marker;
      this.#say(this.#held.slice(0, found.at));
      this.#held = '';
      return;
    }
    const sure = this.#held.length - partialSuffix(this.#held, this.#stops);
    this.#say(this.#held.slice(0, sure));
    this.#held = this.#held.slice(sure);
  }

  /** The text ends here: what was held back is no stop sequence. */
  flush(): void {
    if (this.#hit === undefined && this.#held !== '') this.#say(this.#held);
    this.#held = '';
  }
}
