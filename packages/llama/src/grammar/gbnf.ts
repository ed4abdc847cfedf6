import { FiniteRules } from './finite-rules.js';

/** A grammar builder. An expression is GBNF text that is valid in any position: a rule name or a group. */
export class Gbnf {
  readonly #rules = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  #copies = 0;
  #returns = false;

  get size(): number {
    return this.#rules.size;
  }

  /** How many copies of expressions the engine makes of counted repetitions. */
  get copies(): number {
    return this.#copies;
  }

  /** An expression `low` to `high` times. */
  repeat(expression: string, low: number, high: number): string {
    this.#copies += high === Infinity ? low : high;
    return `${expression}{${low},${high === Infinity ? '' : high}}`;
  }

  /** A name for a rule that is defined later; recursion needs the name first. */
  reserve(hint: string): string {
    const base =
      hint
        .replace(/[^a-zA-Z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 40)
        .toLowerCase() || 'rule';
    const count = this.#counts.get(base) ?? 0;
    this.#counts.set(base, count + 1);
    const name = count === 0 ? base : `${base}-${count}`;
    return this.#rules.has(name) ? this.reserve(hint) : this.#define(name, '""');
  }

  define(name: string, body: string): string {
    return this.#define(name, body);
  }

  add(hint: string, body: string): string {
    return this.define(this.reserve(hint), body);
  }

  /** Marks the grammar as recursive, so that some paths may never end. */
  returns(): void {
    this.#returns = true;
  }

  /** Whether a finite text fulfils the expression. */
  isFinite(expression: string): boolean {
    return !this.#returns || new FiniteRules(this.#rules, [expression]).has(expression);
  }

  /** A shared rule, created at its first use. */
  shared(name: string, body: () => string): string {
    if (!this.#rules.has(name)) {
      this.#counts.set(name, 1);
      this.#define(name, '""');
      this.#define(name, body());
    }
    return name;
  }

  /** The text of the grammar; `root` is the accepted expression. Paths that never end are omitted. */
  text(root: string): string {
    const rules = new Map([['root', root], ...this.#rules]);
    return Array.from(
      this.#returns ? new FiniteRules(rules, ['root']).rules() : rules,
      ([name, body]) => `${name} ::= ${body}`,
    ).join('\n');
  }

  #define(name: string, body: string): string {
    this.#rules.set(name, body);
    return name;
  }
}

/** The very text. */
export function literal(text: string): string {
  return `"${text.replace(/[\\"\n\r\t]/g, (char) => escapes[char] ?? char)}"`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** An alternation of expressions. */
export function anyOf(alternatives: readonly string[]): string {
  return alternatives.length === 1 && alternatives[0] !== undefined
    ? alternatives[0]
    : `( ${alternatives.join(' | ')} )`;
}
