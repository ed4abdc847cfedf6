/** The meaning of one character for the scanned value. */
export type ScanStep =
  /** White space before the value. */
  | 'before'
  /** The character belongs to the value. */
  | 'inside'
  /** The character belongs to the value and ends it. */
  | 'last'
  /** The value had ended before this character. */
  | 'after'
  /** No JSON value continues with this character. */
  | 'broken';

const whitespace = /\s/;
const scalarStart = /[-0-9tfn]/;
const scalarInside = /[-+.0-9a-zA-Z]/;
const betweenValues = /[\s,:\-+.0-9a-zA-Z]/;

/** Finds the end of a JSON value character by character, without building the value. */
export class JsonValueScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #started = false;

  /** Whether the scanner has seen only white space. */
  get untouched(): boolean {
    return !this.#started;
  }

  step(char: string): ScanStep {
    if (this.#inString) return this.#insideString(char);
    if (!this.#started) return this.#first(char);
    if (this.#depth === 0) return scalarInside.test(char) ? 'inside' : 'after';
    switch (char) {
      case '"':
        this.#inString = true;
        return 'inside';
      case '{':
      case '[':
        this.#depth += 1;
        return 'inside';
      case '}':
      case ']':
        this.#depth -= 1;
        return this.#depth === 0 ? 'last' : 'inside';
      default:
        return betweenValues.test(char) ? 'inside' : 'broken';
    }
  }

  #first(char: string): ScanStep {
    if (whitespace.test(char)) return 'before';
    this.#started = true;
    if (char === '"') this.#inString = true;
    else if (char === '{' || char === '[') this.#depth = 1;
    else if (!scalarStart.test(char)) return 'broken';
    return 'inside';
  }

  #insideString(char: string): ScanStep {
    if (this.#escaped) this.#escaped = false;
    else if (char === '\\') this.#escaped = true;
    else if (char === '"') {
      this.#inString = false;
      return this.#depth === 0 ? 'last' : 'inside';
    }
    return 'inside';
  }
}
