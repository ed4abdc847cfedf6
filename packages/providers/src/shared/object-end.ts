const signs = /["{}[\]]/g;
const signsInText = /["\\]/g;

/**
 * Detects the end of a JSON object that arrives in chunks by its brackets alone, without rereading earlier chunks.
 * Invalid JSON may have such an end, too.
 */
export class ObjectEnd {
  /** Number of open brackets; -1 once it cannot become an object any more. */
  #depth = 0;
  #started = false;
  #quoted = false;
  /** Whether the next character is escaped. */
  #escaped = false;

  /** Whether every bracket is closed and only white space follows. */
  get reached(): boolean {
    return this.#started && this.#depth === 0;
  }

  push(text: string): void {
    for (let at = 0; at < text.length && this.#depth >= 0;) {
      if (this.#depth > 0) at = this.#within(text, at);
      else {
        at = nextVisible(text, at);
        if (at < text.length) this.#open(text[at] === '{' && !this.#started);
        at += 1;
      }
    }
  }

  #open(isObject: boolean): void {
    this.#started = true;
    this.#depth = isObject ? 1 : -1;
  }

  /** Continues after the next significant character. */
  #within(text: string, from: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      return from + 1;
    }
    const pattern = this.#quoted ? signsInText : signs;
    pattern.lastIndex = from;
    const sign = pattern.exec(text)?.[0];
    switch (sign) {
      case undefined:
        return text.length;
      case '"':
        this.#quoted = !this.#quoted;
        break;
      case '\\':
        this.#escaped = true;
        break;
      case '{':
      case '[':
        this.#depth += 1;
        break;
      default:
        this.#depth -= 1;
    }
    return pattern.lastIndex;
  }
}

const visible = /\S/g;

function nextVisible(text: string, from: number): number {
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}
