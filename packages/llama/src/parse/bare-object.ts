import { partialSuffix } from '@org/engine';
import { inJsonString, valueJson } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import type { Progress } from './progress.js';

const anything: ReadonlySet<string> = new Set();

/** Arguments that are an object whose keys are bare, and whose texts stand between marks of their own. */
export class BareObject implements ArgumentsReader {
  readonly #quote: string;
  #held = '';
  /** A key, a number or a constant. */
  #word = '';
  #depth = 0;
  #inText = false;
  #ended = false;

  constructor(quote: string) {
    this.#quote = quote;
  }

  get state(): Progress {
    return this.#ended ? 'ended' : 'reading';
  }

  get rest(): string {
    return this.#held;
  }

  push(text: string): string {
    this.#held += text;
    return allSteps(() => this.#step());
  }

  finish(): string {
    return '';
  }

  #step(): string | undefined {
    if (this.#ended || this.#held === '') return undefined;
    if (this.#inText) return this.#readText();
    const char = this.#held.charAt(0);
    if (this.#depth === 0 && char !== '{') {
      this.#ended = true;
      return undefined;
    }
    if (this.#held.startsWith(this.#quote)) return this.#turn();
    if (this.#quote.startsWith(this.#held)) return undefined;
    this.#held = this.#held.slice(1);
    switch (char) {
      case '{':
      case '[':
        this.#depth += 1;
        return char;
      case '}':
      case ']': {
        this.#depth -= 1;
        this.#ended = this.#depth === 0;
        return this.#scalar() + char;
      }
      case ',':
        return `${this.#scalar()}, `;
      case ':': {
        const key = this.#word.trim();
        this.#word = '';
        return `${key === '' ? '' : JSON.stringify(key)}: `;
      }
      default:
        this.#word += char;
        return '';
    }
  }

  #readText(): string | undefined {
    const at = this.#held.indexOf(this.#quote);
    const sure = at === -1 ? this.#held.length - partialSuffix(this.#held, [this.#quote]) : at;
    const said = inJsonString(this.#held.slice(0, sure));
    this.#held = this.#held.slice(sure);
    if (at !== -1) return said + this.#turn();
    return said === '' ? undefined : said;
  }

  /** A text begins or ends. */
  #turn(): string {
    this.#held = this.#held.slice(this.#quote.length);
    this.#inText = !this.#inText;
    return '"';
  }

  #scalar(): string {
    const word = this.#word.trim();
    this.#word = '';
    return word === '' ? '' : valueJson(word, anything);
  }
}
