const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Decodes the first JSON string value of the pushed text as it arrives: `{"input": "a\nb"}` yields `a`, a line feed
 * and `b`. Keys are skipped: a string counts after a colon, or at once when the text starts with its quote. The first
 * half of a surrogate pair written as two escapes waits for the second.
 */
export class JsonStringDecoder {
  #state: 'seek' | 'key' | 'string' | 'done' = 'seek';
  #afterColon = false;
  #first = true;
  #escape = '';
  #half = '';

  push(raw: string): string {
    let decoded = '';
    for (const char of raw) decoded += this.#step(char);
    return decoded;
  }

  #step(char: string): string {
    switch (this.#state) {
      case 'seek':
        this.#seek(char);
        return '';
      case 'key':
        if (char === '"' && this.#escape === '') this.#state = 'seek';
        this.#escape = char === '\\' && this.#escape === '' ? char : '';
        return '';
      case 'string':
        return this.#inString(char);
      case 'done':
        return '';
    }
  }

  #seek(char: string): void {
    if (char === '"') this.#state = this.#afterColon || this.#first ? 'string' : 'key';
    else if (char === ':') this.#afterColon = true;
    if (char.trim() !== '') this.#first = false;
  }

  #inString(char: string): string {
    if (this.#escape === '') {
      if (char === '\\') this.#escape = char;
      else if (char === '"') return this.#end();
      else return this.#give(char);
      return '';
    }
    this.#escape += char;
    if (this.#escape[1] !== 'u') {
      this.#escape = '';
      return this.#give(simpleEscapes[char] ?? char);
    }
    if (this.#escape.length < 6) return '';
    const unit = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    return Number.isNaN(unit) ? '' : this.#give(String.fromCharCode(unit));
  }

  #give(char: string): string {
    const given = this.#half + char;
    this.#half = isFirstHalf(char) ? char : '';
    return given.slice(0, given.length - this.#half.length);
  }

  /** The string ends, so no second half arrives. */
  #end(): string {
    this.#state = 'done';
    return this.#half;
  }
}

function isFirstHalf(char: string): boolean {
  return /^[\uD800-\uDBFF]$/.test(char);
}
