import type { JsonValue } from '@org/engine';

/** Whether arguments have one of the forms in which models and servers write none at all: the call has `{}`. */
export function isEmptyArguments(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && emptyForms.has(value.trim()));
}

const emptyForms = new Set(['', 'null', '""']);

/** The longest of these forms, in characters, and white space around it. */
const maxEmptyLength = 16;

/** The text of arguments as they grow: withheld while it may still be an empty form, which becomes `{}` at the end. */
export class ArgumentsText {
  #withheld = '';
  #started = false;

  /** Adds a delta. Returns the text that may be sent now. */
  push(text: string): string {
    if (this.#started || text === '') return text;
    this.#withheld += text;
    if (this.#withheld.length < maxEmptyLength && mayBecomeEmpty.test(this.#withheld)) return '';
    return this.#release();
  }

  /** Ends the arguments. Returns the rest. */
  finish(): string {
    if (this.#started) return '';
    if (isEmptyArguments(this.#withheld)) this.#withheld = '{}';
    return this.#release();
  }

  #release(): string {
    const text = this.#withheld;
    this.#started = true;
    this.#withheld = '';
    return text;
  }
}

/** Beginnings of the empty forms. */
const mayBecomeEmpty = /^\s*(?:"{0,2}|n|nu|nul|null)\s*$/;
