/** Name of the only argument, the free text, of a custom tool sent as a function. */
export const customToolInput = 'input';

/**
 * Extracts the free text of a custom tool call from its JSON, `{"input": "..."}`, while that JSON still arrives.
 * `push` returns the text that is certain so far.
 */
export class FreeTextInput {
  /** All received text. It is only appended to, so that long inputs stay cheap. */
  #json = '';
  /** What of it was not read yet. */
  #rest = '';
  #opened = false;
  #closed = false;
  #given = '';

  push(json: string): string {
    this.#json += json;
    if (this.#closed) return '';
    this.#rest += json;
    if (!this.#opened) {
      // Input with any other beginning is read at its end. Checking it with every chunk would take time proportional
      // to its length times its chunks.
      const opening = this.#rest.length > maxStartLength + json.length ? null : inputStart.exec(this.#rest);
      if (opening === null) return '';
      this.#opened = true;
      this.#rest = this.#rest.slice(opening[0].length);
    }
    const text = this.#readOn();
    this.#given += text;
    return text;
  }

  /**
   * What is missing when the JSON is complete. An object of another shape, or no object at all, is returned unchanged: the
   * tool gets what the model wrote.
   */
  finish(): string {
    if (this.#closed) return '';
    const text = parseInput(this.#json) ?? (this.#opened ? this.#given : this.#json);
    return text.startsWith(this.#given) ? text.slice(this.#given.length) : '';
  }

  #readOn(): string {
    const rest = this.#rest;
    let end = 0;
    while (end < rest.length) {
      if (rest[end] === '"') {
        this.#closed = true;
        break;
      }
      const length = rest[end] === '\\' ? escapeLength(rest, end) : 1;
      if (end + length > rest.length) break;
      end += length;
    }
    this.#rest = rest.slice(end);
    return decodeString(rest.slice(0, end));
  }
}

/** Maximum length within which the beginning must match, including white space. */
const maxStartLength = 1_000;
const inputStart = new RegExp(`^\\s*\\{\\s*"${customToolInput}"\\s*:\\s*"`);

/**
 * Length in code units of the escape at `at`, with a surrogate pair counted as one escape, so that no half of a
 * character is returned.
 */
function escapeLength(json: string, at: number): number {
  if (json[at + 1] !== 'u') return 2;
  const isHighSurrogate = /^[dD][89abAB]/.test(json.slice(at + 2, at + 4));
  return isHighSurrogate ? 12 : 6;
}

function decodeString(escaped: string): string {
  if (!escaped.includes('\\')) return escaped;
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    // A raw line break inside a JSON string: wrong, common, and clear in meaning.
    return escaped;
  }
}

function parseInput(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'string') return value;
    const input =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === customToolInput)?.[1]
        : undefined;
    return typeof input === 'string' ? input : json;
  } catch {
    return undefined;
  }
}
