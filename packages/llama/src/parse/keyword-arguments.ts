import { partialSuffix } from '@org/engine';
import { inJsonString, valueJson } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import type { Progress } from './progress.js';

const anything: ReadonlySet<string> = new Set();
/** Characters that may follow a backslash in a string, as in JSON. All others are literal, including the backslash. */
const escapes: ReadonlyMap<string, string> = new Map([
  ...['n', 't', 'r', 'b', 'f', '\\', '"'].map((char) => [char, `\\${char}`] as const),
  ["'", "'"],
  ['/', '/'],
  ['\n', ''],
]);
/** Hexadecimal digits of a character by its number. */
const digits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
]);

/** Arguments as a call in Python has them: `key=value` up to the closing bracket. */
export class KeywordArguments implements ArgumentsReader {
  #buffered = '';
  /** A key, a number or a constant. */
  #token = '';
  #keys = 0;
  #inValue = false;
  /** A value ended, and no other may follow before a comma. */
  #valued = false;
  #depth = 0;
  /** What ends the text that is read. */
  #quote: string | undefined;
  #state: Progress = 'reading';

  get state(): Progress {
    return this.#state;
  }

  get rest(): string {
    return (this.#state === 'broken' ? this.#token : '') + this.#buffered;
  }

  push(text: string): string {
    this.#buffered += text;
    return allSteps(() => this.#step());
  }

  finish(): string {
    return '';
  }

  #step(): string | undefined {
    if (this.#state !== 'reading' || this.#buffered === '') return undefined;
    if (this.#quote !== undefined) return this.#readText(this.#quote);
    const char = this.#buffered.charAt(0);
    if (!this.#inValue) return this.#readKey(char);
    switch (char) {
      case '"':
      case "'":
        return this.#startText(char);
      case '(':
      case '[':
      case '{':
        if (this.#valued || this.#token.trim() !== '') return this.#break();
        this.#depth += 1;
        return this.#consume(char === '{' ? '{' : '[');
      case ')':
        if (this.#depth === 0) return this.#end();
        return this.#close(']');
      case ']':
      case '}':
        return this.#depth === 0 ? this.#break() : this.#close(char);
      case ',':
        if (this.#depth > 0) return this.#consume(`${this.#scalar()}, `);
        if (!this.#valued && this.#token.trim() === '') return this.#break();
        this.#inValue = false;
        return this.#consume(this.#scalar());
      case ':':
        return this.#depth === 0 ? this.#break() : this.#consume(`${this.#scalar()}: `);
      default:
        if (this.#valued && this.#depth === 0 && char.trim() !== '') return this.#break();
        this.#token += char;
        return this.#consume('');
    }
  }

  #readKey(char: string): string | undefined {
    if (char === '=' && /^\s*[\w.-]+\s*$/.test(this.#token)) {
      const key = JSON.stringify(this.#token.trim());
      this.#token = '';
      this.#keys += 1;
      this.#inValue = true;
      this.#valued = false;
      return this.#consume(`${this.#keys === 1 ? '{' : ', '}${key}: `);
    }
    if (char === ')' && this.#token.trim() === '') return this.#end();
    if (!/[\w.\s-]/.test(char)) return this.#break();
    this.#token += char;
    return this.#consume('');
  }

  #startText(quote: string): string | undefined {
    if (this.#valued || this.#token.trim() !== '') return this.#break();
    const three = quote.repeat(3);
    if (three.startsWith(this.#buffered) && this.#buffered !== three) return undefined;
    this.#quote = this.#buffered.startsWith(three) ? three : quote;
    this.#buffered = this.#buffered.slice(this.#quote.length);
    this.#token = '';
    return '"';
  }

  #readText(quote: string): string | undefined {
    if (this.#buffered.startsWith('\\')) return this.#readEscape();
    if (this.#buffered.startsWith(quote)) {
      this.#buffered = this.#buffered.slice(quote.length);
      this.#quote = undefined;
      this.#valued = this.#depth === 0;
      return '"';
    }
    const ends = [this.#buffered.indexOf(quote), this.#buffered.indexOf('\\')].filter((at) => at !== -1);
    const confirmed =
      ends.length === 0 ? this.#buffered.length - partialSuffix(this.#buffered, [quote]) : Math.min(...ends);
    if (confirmed === 0) return undefined;
    const json = inJsonString(this.#buffered.slice(0, confirmed));
    this.#buffered = this.#buffered.slice(confirmed);
    return json;
  }

  #readEscape(): string | undefined {
    const name = this.#buffered.charAt(1);
    if (name === '') return undefined;
    const length = digits.get(name);
    if (length === undefined) return this.#consume(escapes.get(name) ?? inJsonString(`\\${name}`), 2);
    const code = this.#buffered.slice(2, 2 + length);
    if (!/^[0-9a-fA-F]*$/.test(code)) return this.#consume(inJsonString('\\'));
    return code.length < length ? undefined : this.#consume(`\\u${code.padStart(4, '0')}`, 2 + length);
  }

  #close(bracket: string): string {
    const last = this.#scalar();
    this.#depth -= 1;
    this.#valued = this.#depth === 0;
    return this.#consume(last + bracket);
  }

  #end(): string | undefined {
    if (this.#inValue && !this.#valued && this.#token.trim() === '') return this.#break();
    const last = this.#inValue ? this.#scalar() : '';
    this.#state = 'ended';
    return `${last}${this.#keys === 0 ? '{}' : '}'}`;
  }

  #break(): undefined {
    this.#state = 'broken';
  }

  #scalar(): string {
    const token = this.#token.trim();
    this.#token = '';
    return token === '' ? '' : valueJson(token, anything);
  }

  #consume(json: string, length = 1): string {
    this.#buffered = this.#buffered.slice(length);
    return json;
  }
}
