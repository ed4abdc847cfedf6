import { EngineError } from '../../../errors/engine-error.js';

/**
 * Keeps what users write from being read as control tokens. Before the template runs, a separator that occurs nowhere in
 * the input is put inside every piece of user text that spells a control token; after it ran, the prompt is cut at the
 * separators, so that each piece is tokenised alone and the token cannot form. The text itself stays as it was.
 *
 * This works with any template, whatever it does with the strings, because no template knows the separator.
 */
export class ControlText {
  readonly #separator: string;
  readonly #specials: ControlTokenTexts;

  /** `specials`: the texts of all control tokens. `input`: all text that will be guarded, to find a free separator. */
  constructor(specials: ControlTokenTexts, input: string) {
    this.#specials = specials;
    this.#separator = freeSeparator(input);
  }

  guard(text: string): string {
    const { pattern } = this.#specials;
    if (pattern === undefined || text === '') return text;
    const cut = text.replace(pattern, (found) => found.slice(0, 1) + this.#separator + found.slice(1));
    return this.#guardEdges(cut);
  }

  /** Guards every string of a JSON value, keys included. */
  guardAll<T>(value: T): T;
  guardAll(value: unknown): unknown {
    if (typeof value === 'string') return this.guard(value);
    if (Array.isArray(value)) return value.map((member: unknown) => this.guardAll(member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.guard(key), this.guardAll(member as unknown)]));
  }

  /** The pieces of a rendered prompt, to be tokenised one by one with control tokens on. */
  split(prompt: string): readonly string[] {
    const escaped = JSON.stringify(this.#separator).slice(1, -1);
    const asAscii = `\\u${this.#separator.charCodeAt(0).toString(16)}`;
    return prompt.split(new RegExp(`${escaped}|${asAscii.replace('\\', '\\\\')}`, 'gi')).filter((piece) => piece !== '');
  }

  /** The template may put its own text right beside ours: neither end may be half of a control token. */
  #guardEdges(text: string): string {
    const { beginnings, ends, longest } = this.#specials;
    let [first, last] = ['', ''];
    for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
      if (ends.has(text.slice(0, length))) first = this.#separator;
      if (beginnings.has(text.slice(-length))) last = this.#separator;
    }
    return first + text + last;
  }
}

/** The texts of a model's control tokens, prepared once. */
export interface ControlTokenTexts {
  readonly texts: readonly string[];
  readonly pattern: RegExp | undefined;
  /** All proper beginnings of them, and all proper ends: a model may have thousands of such tokens, and a request thousands of texts. */
  readonly beginnings: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
  /** Length of the longest, UTF-16 units. */
  readonly longest: number;
}

export function controlTokenTexts(all: Iterable<string>): ControlTokenTexts {
  const texts = [...new Set(all)].filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length);
  const beginnings = new Set(texts.flatMap((text) => Array.from({ length: text.length - 1 }, (_, index) => text.slice(0, index + 1))));
  const ends = new Set(texts.flatMap((text) => Array.from({ length: text.length - 1 }, (_, index) => text.slice(index + 1))));
  const pattern = texts.length === 0 ? undefined : new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'g');
  return { texts, pattern, beginnings, ends, longest: texts[0]?.length ?? 0 };
}

/** Characters of the private use area: those that may separate. */
const firstSeparator = 0xe000;
const lastSeparator = 0xf8fe;
/** Each of them, as itself or as a JSON escape. */
const separators = /[\ue000-\uf8fe]|\\u[ef][0-9a-f]{3}/gi;

/** A character of the private use area that the input contains neither as itself nor as a JSON escape. */
function freeSeparator(input: string): string {
  const used = new Set<number>();
  for (const [found] of input.matchAll(separators)) used.add(found.length === 1 ? found.charCodeAt(0) : Number.parseInt(found.slice(2), 16));
  for (let code = firstSeparator; code <= lastSeparator; code += 1) if (!used.has(code)) return String.fromCharCode(code);
  throw new EngineError('invalid-request', 'The input uses every character of the private use area; one of them has to be left.');
}
