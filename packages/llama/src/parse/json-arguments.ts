import type { ArgumentsReader } from './arguments-reader.js';
import { JsonValueScanner } from './json-value-scanner.js';
import type { Progress } from './progress.js';

/** Arguments as a JSON object; any other text means that there are none. */
export class JsonArguments implements ArgumentsReader {
  readonly #value = new JsonValueScanner();
  #state: Progress = 'reading';
  #rest = '';

  get state(): Progress {
    return this.#state;
  }

  get rest(): string {
    return this.#rest;
  }

  push(text: string): string {
    let at = 0;
    while (at < text.length && this.#state === 'reading') {
      const char = text.charAt(at);
      if (this.#value.untouched && char.trim() !== '' && char !== '{') this.#state = 'ended';
      else at += this.#take(char);
    }
    this.#rest = text.slice(at);
    return text.slice(0, at);
  }

  finish(): string {
    return '';
  }

  /** Number of characters that the object consumes: 1 or 0. */
  #take(char: string): 0 | 1 {
    const step = this.#value.step(char);
    if (step === 'last') this.#state = 'ended';
    if (step !== 'broken') return 1;
    this.#state = 'broken';
    return 0;
  }
}
