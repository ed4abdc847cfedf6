import { partialSuffix } from '../../../model/text/marker-search.js';
import { inJsonString, valueJson } from './argument-types.js';

const anything: ReadonlySet<string> = new Set();

/** Turns an object whose keys are bare, and whose texts stand between marks of their own, into JSON as it arrives. */
export class BareObject {
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

  get untouched(): boolean {
    return this.#depth === 0 && !this.#ended;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** What stands behind the object, once it has ended. */
  get rest(): string {
    return this.#held;
  }

  /** The JSON that is sure now. */
  push(text: string): string {
    this.#held += text;
    let json = '';
    for (let piece = this.#step(); piece !== undefined; piece = this.#step()) json += piece;
    return json;
  }

  #step(): string | undefined {
    if (this.#ended || this.#held === '') return undefined;
    if (this.#inText) return this.#readText();
    if (this.#held.startsWith(this.#quote)) return this.#turn();
    if (this.#quote.startsWith(this.#held)) return undefined;
    const char = this.#held.charAt(0);
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
