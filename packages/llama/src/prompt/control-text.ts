import { EngineError, isExactNumber } from '@org/engine';
import { isEqualNumber } from '../grammar/json/decimal.js';
import { TextTrie } from './text-trie.js';

/**
 * Prevents user text from being tokenized as control tokens. Before the template runs, a separator that occurs
 * nowhere in the input is inserted into every segment of user text that spells a control token. After rendering, the
 * prompt is split at the separators and each segment is tokenized alone, so that the token cannot form. The text
 * itself is unchanged.
 *
 * This works with any template, because no template knows the separator.
 */
export class ControlText {
  /** A character that occurs nowhere in the input, to mark a position in the prompt. */
  readonly sign: string;
  readonly #separator: string;
  readonly #specials: ControlTokenTexts;
  #hasNumbers = false;

  /** `specials`: the texts of all control tokens. `input`: all text that will be guarded, to find a free separator. */
  constructor(specials: ControlTokenTexts, input: string) {
    this.#specials = specials;
    [this.#separator, this.sign] = freeCharacters(input);
  }

  guard(text: string): string {
    const { pattern } = this.#specials;
    if (pattern === undefined || text === '') return text;
    const separated = text.replace(pattern, (found) => found.slice(0, 1) + this.#separator + found.slice(1));
    return this.#guardEdges(separated);
  }

  /** Guards every string of a JSON value, keys included. */
  guardAll<T>(value: T): T;
  guardAll(value: unknown): unknown {
    if (typeof value === 'string') return this.guard(value);
    if (Array.isArray(value)) return value.map((member: unknown) => this.guardAll(member));
    if (isExactNumber(value)) return this.#guardNumber(JSON.stringify(value));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.guard(key), this.guardAll(member as unknown)]),
    );
  }

  /** Splits a rendered prompt into segments, to be tokenized one by one with control tokens enabled. */
  split(prompt: string): readonly string[] {
    const numbered = this.#hasNumbers ? this.#withNumbers(prompt) : prompt;
    return numbered.split(new RegExp(writtenAs(this.#separator), 'gi')).filter((segment) => segment !== '');
  }

  /** Templates know JavaScript numbers alone, so they get one that would lose digits as a marked text. */
  #guardNumber(text: string): number | string {
    const number = Number(text);
    if (isEqualNumber(text, number)) return number;
    this.#hasNumbers = true;
    return `${this.sign}#${text}${this.sign}`;
  }

  /** The prompt with the marked numbers as numbers, without the quotes that a template writes around texts. */
  #withNumbers(prompt: string): string {
    const sign = `(?:${writtenAs(this.sign)})`;
    return prompt.replace(new RegExp(`(["']?)${sign}#([-+.\\de]+)${sign}\\1`, 'gi'), '$2');
  }

  /** The template may add text directly before or after it, so neither end may be half of a control token. */
  #guardEdges(text: string): string {
    const { ends, starts } = this.#specials;
    const first = ends.matchesAt(text, 0, 1) ? this.#separator : '';
    const last = starts.matchesAt(text, text.length - 1, -1) ? this.#separator : '';
    return first + text + last;
  }
}

/** The texts of a model's control tokens, prepared once. Some models have thousands. */
export interface ControlTokenTexts {
  readonly texts: readonly string[];
  readonly pattern: RegExp | undefined;
  /** Their proper ends. */
  readonly ends: TextTrie;
  /** Their proper starts, backwards. */
  readonly starts: TextTrie;
}

export function controlTokenTexts(texts: Iterable<string>): ControlTokenTexts {
  const sorted = [...new Set(texts)].filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length);
  return {
    texts: sorted,
    pattern:
      sorted.length === 0
        ? undefined
        : new RegExp(sorted.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'g'),
    ends: new TextTrie(sorted.flatMap((text) => partsOf(text, (length) => text.slice(-length)))),
    starts: new TextTrie(sorted.flatMap((text) => partsOf(text, (length) => backwards(text.slice(0, length))))),
  };
}

/** The parts of every length that is shorter than `text`, the shortest first. */
function partsOf(text: string, part: (length: number) => string): readonly string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => part(index + 1));
}

/** By units and not by characters, as texts are compared. */
function backwards(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(text.length - 1 - index)).join('');
}

/** Characters of the private use area: those that may separate. */
const firstSeparator = 0xe000;
const lastSeparator = 0xf8fe;
/** Each of them, as itself or as a JSON escape. */
const separators = /[\ue000-\uf8fe]|\\u[ef][0-9a-f]{3}/gi;

/** The pattern of such a character: some templates write JSON in ASCII. */
export function writtenAs(character: string): string {
  return `${character}|\\\\u${character.charCodeAt(0).toString(16)}`;
}

/** Two characters of the private use area that the input contains neither as themselves nor as JSON escapes. */
function freeCharacters(input: string): readonly [string, string] {
  const used = new Set<number>();
  for (const [found] of input.matchAll(separators))
    used.add(found.length === 1 ? found.charCodeAt(0) : Number.parseInt(found.slice(2), 16));
  const free: string[] = [];
  for (let code = firstSeparator; code <= lastSeparator; code += 1) {
    if (!used.has(code)) free.push(String.fromCharCode(code));
    const [first, second] = free;
    if (first !== undefined && second !== undefined) return [first, second];
  }
  throw new EngineError(
    'invalid-request',
    'The input uses the characters of the Unicode private use area; leave at least two of them unused.',
  );
}
