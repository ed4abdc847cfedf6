import { partialSuffix } from '@org/engine';
import { inJsonString, valueJson } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import type { Progress } from './progress.js';

const anything: ReadonlySet<string> = new Set();

/** Arguments as an object with unquoted keys, whose strings are between special markers. */
export class BareObject implements ArgumentsReader {
  readonly #quote: string;
  #buffered = '';
  /** A key, a number or a constant. */
  #token = '';
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
    return this.#buffered;
  }

  push(text: string): string {
    this.#buffered += text;
    return allSteps(() => this.#step());
  }

  finish(): string {
    return '';
  }

  #step(): string | undefined {
    if (this.#ended || this.#buffered === '') return undefined;
    if (this.#inText) return this.#readText();
    const char = this.#buffered.charAt(0);
    if (this.#depth === 0 && char !== '{') {
      this.#ended = true;
      return undefined;
    }
    if (this.#buffered.startsWith(this.#quote)) return this.#turn();
    if (this.#quote.startsWith(this.#buffered)) return undefined;
    this.#buffered = this.#buffered.slice(1);
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
        const key = this.#token.trim();
        this.#token = '';
        return `${key === '' ? '' : JSON.stringify(key)}: `;
      }
      default:
        this.#token += char;
        return '';
    }
  }

  #readText(): string | undefined {
    const at = this.#buffered.indexOf(this.#quote);
    const confirmed = at === -1 ? this.#buffered.length - partialSuffix(this.#buffered, [this.#quote]) : at;
    const json = inJsonString(this.#buffered.slice(0, confirmed));
    this.#buffered = this.#buffered.slice(confirmed);
    if (at !== -1) return json + this.#turn();
    return json === '' ? undefined : json;
  }

  /** A string starts or ends. */
  #turn(): string {
    this.#buffered = this.#buffered.slice(this.#quote.length);
    this.#inText = !this.#inText;
    return '"';
  }

  #scalar(): string {
    const token = this.#token.trim();
    this.#token = '';
    return token === '' ? '' : valueJson(token, anything);
  }
}
