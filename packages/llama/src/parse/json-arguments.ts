import type { ArgumentsReader } from './arguments-reader.js';
import { JsonValueScanner } from './json-value-scanner.js';
import type { Progress } from './progress.js';

/** Arguments that are a JSON object. Where something else stands, there are none. */
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

  /** How much of the object the character is: itself, or nothing. */
  #take(char: string): 0 | 1 {
    const step = this.#value.step(char);
    if (step === 'last') this.#state = 'ended';
    if (step !== 'broken') return 1;
    this.#state = 'broken';
    return 0;
  }
}
