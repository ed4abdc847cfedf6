// Locates a JSON syntax error. JSON.parse reports it, too, but its message repeats the text, which may be a prompt.

/** What is wrong and where; lines and columns count from 1. */
export interface JsonFault {
  readonly expected: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the first error of a text that JSON.parse rejected. Only for rejected texts: it is slower than JSON.parse. */
export function locateJsonFault(text: string): JsonFault {
  const reader = new Reader(text);
  const expected = reader.document() ?? 'JSON';
  let line = 1;
  let start = 0;
  // A list of millions of lines would take more memory than the body.
  for (let end = text.indexOf('\n'); end >= 0 && end < reader.at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { expected, line, column: reader.at - start + 1 };
}

const whitespace = /[ \t\r\n]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters are what a JSON string may not hold.
// oxlint-disable-next-line no-control-regex
const characters = /(?:[^"\\\u0000-\u001f]{1,1000}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y;

/** Every method returns the missing expected token, or undefined on success. */
class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  document(): string | undefined {
    return this.#value() ?? this.#end();
  }

  #end(): string | undefined {
    this.#skip(whitespace);
    return this.at === this.#text.length ? undefined : 'the end of the body';
  }

  #value(): string | undefined {
    this.#skip(whitespace);
    switch (this.#text[this.at]) {
      case '{':
        return this.#list('}', () => this.#member());
      case '[':
        return this.#list(']', () => this.#value());
      case '"':
        return this.#string();
      default:
        return this.#skip(literal) ? undefined : 'a value';
    }
  }

  #list(close: string, element: () => string | undefined): string | undefined {
    this.at++;
    this.#skip(whitespace);
    if (this.#take(close)) return undefined;
    for (;;) {
      const missing = element();
      if (missing !== undefined) return missing;
      this.#skip(whitespace);
      if (this.#take(close)) return undefined;
      if (!this.#take(',')) return `"," or "${close}"`;
    }
  }

  #member(): string | undefined {
    this.#skip(whitespace);
    if (this.#text[this.at] !== '"') return 'a quoted name';
    const missing = this.#string();
    if (missing !== undefined) return missing;
    this.#skip(whitespace);
    return this.#take(':') ? this.#value() : '":"';
  }

  #string(): string | undefined {
    this.at++;
    // Matches in chunks: one expression for a string of megabytes overflows the stack.
    while (this.#skip(characters));
    if (this.#take('"')) return undefined;
    return this.at === this.#text.length ? 'a closing quote' : 'a valid character or escape in a string';
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match === null || match[0] === '') return false;
    this.at += match[0].length;
    return true;
  }
}
