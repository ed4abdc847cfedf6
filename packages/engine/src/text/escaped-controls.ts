/** Matches the start and end of a string, an escape in it, and the characters that JSON parsers reject. */
// oxlint-disable-next-line no-control-regex
const quotesAndControls = /["\\\u0000-\u001F]/g;
const firstVisible = /\S/;

/**
 * Escapes raw line breaks, tabs and similar characters in the strings of a JSON object that arrives in chunks: some
 * models write them raw, and parsers reject them. Everything else stays unchanged, and so does a value that is not an
 * object.
 */
export class EscapedControls {
  #isObject: boolean | undefined;
  #quoted = false;
  /** Whether the next character is escaped. */
  #escaped = false;

  push(json: string): string {
    this.#isObject ??= startsObject(json);
    if (this.#isObject !== true) return json;
    let escaped = '';
    let consumed = 0;
    for (let at = 0; at < json.length;) {
      if (this.#escaped) {
        this.#escaped = false;
        at += 1;
        continue;
      }
      const found = this.#quoted ? nextMatch(json, at) : json.indexOf('"', at);
      if (found < 0) break;
      const sign = json.charAt(found);
      if (sign === '"') this.#quoted = !this.#quoted;
      else if (sign === '\\') this.#escaped = true;
      else {
        escaped += json.slice(consumed, found) + JSON.stringify(sign).slice(1, -1);
        consumed = found + 1;
      }
      at = found + 1;
    }
    return consumed === 0 ? json : escaped + json.slice(consumed);
  }
}

function startsObject(json: string): boolean | undefined {
  const first = firstVisible.exec(json)?.[0];
  return first === undefined ? undefined : first === '{';
}

function nextMatch(json: string, from: number): number {
  quotesAndControls.lastIndex = from;
  return quotesAndControls.exec(json)?.index ?? -1;
}
