import { plainCharacterExcept } from '../regular/char-set.js';
import { literal, type Gbnf } from '../gbnf.js';
import { integerGrammar } from './integer-grammar.js';

/**
 * `line`: one line with at most one space between tokens, as in tool calls. `pretty`: line breaks and indentation
 * too.
 */
export type JsonLayout = 'line' | 'pretty';

/** A list of what is allowed, not of what is not: tokens can be bytes that make no character at all. */
const plainCharacter = plainCharacterExcept([]);

/** The rules of plain JSON, made as they are needed. */
export class JsonRules {
  readonly #gbnf: Gbnf;
  readonly #layout: JsonLayout;

  constructor(gbnf: Gbnf, layout: JsonLayout) {
    this.#gbnf = gbnf;
    this.#layout = layout;
  }

  /** White space between tokens. Bounded, because small models often write it without an end. */
  get space(): string {
    return this.#shared('space', () => (this.#layout === 'line' ? '" "?' : '( "" | " " | "\\n" [ \\t]{0,20} )'));
  }

  get char(): string {
    const escape = '"\\\\" ( ["\\\\/bfnrt] | "u" [0-9a-ce-fA-CE-F] [0-9a-fA-F]{3} )';
    return this.#shared('char', () => `${plainCharacter} | ${escape}`);
  }

  get string(): string {
    return this.#shared('string', () => `"\\"" ${this.char}* "\\""`);
  }

  get boolean(): string {
    return this.#shared('boolean', () => '"true" | "false"');
  }

  get null(): string {
    return this.#shared('null', () => '"null"');
  }

  get number(): string {
    return this.#shared('number', () => `${this.integer} | "-"? ( "0" | [1-9] [0-9]{0,14} ) "." [0-9]{1,15}`);
  }

  get integer(): string {
    return this.#shared('integer', () => integerGrammar({}) ?? '"0"');
  }

  get value(): string {
    return this.#shared(
      'value',
      () => `${this.object} | ${this.array} | ${this.string} | ${this.number} | ${this.boolean} | ${this.null}`,
    );
  }

  get object(): string {
    return this.#shared('object', () => this.#members(this.string, this.value));
  }

  get array(): string {
    return this.#shared(
      'array',
      () => `"[" ${this.space} ( ${this.value} ( ${this.comma} ${this.value} )* ${this.space} )? "]"`,
    );
  }

  get comma(): string {
    return this.#shared('comma', () => `"," ${this.space}`);
  }

  get colon(): string {
    return this.#shared('colon', () => `":" ${this.space}`);
  }

  /** A member with a known key. */
  member(key: string, value: string): string {
    return `${literal(JSON.stringify(key))} ${this.colon} ${value}`;
  }

  /** A key not in `keys`. The rule allows no escapes, so a listed key cannot be written in escaped form. */
  keyOtherThan(keys: readonly string[]): string {
    if (keys.length === 0) return this.string;
    return this.#gbnf.add('other-key', `"\\"" ${this.#avoid(keys.map((key) => [...key]))} "\\""`);
  }

  /** Both layouts may occur in one grammar. */
  #shared(name: string, body: () => string): string {
    return this.#gbnf.shared(`${this.#layout}-${name}`, body);
  }

  #avoid(remainders: readonly (readonly string[])[]): string {
    const terminal = remainders.some((rest) => rest.length === 0);
    const heads = [...new Set(remainders.flatMap((rest) => (rest[0] === undefined ? [] : [rest[0]])))];
    const spellable = heads.filter((head) => head >= ' ' && !'"\\\x7F'.includes(head));
    const branches = spellable.map(
      (head) =>
        `${literal(head)} ${this.#avoid(remainders.filter((rest) => rest[0] === head).map((rest) => rest.slice(1)))}`,
    );
    const other = `${plainCharacterExcept(spellable.map((head) => head.codePointAt(0) ?? 0))} ${plainCharacter}*`;
    return `( ${[...branches, other, ...(terminal ? [] : ['""'])].join(' | ')} )`;
  }

  #members(key: string, value: string): string {
    const pair = `${key} ${this.colon} ${value}`;
    return `"{" ${this.space} ( ${pair} ( ${this.comma} ${pair} )* ${this.space} )? "}"`;
  }
}
