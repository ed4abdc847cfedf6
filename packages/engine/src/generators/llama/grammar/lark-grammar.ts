import { jsonCharacter } from './char-set.js';
import { anyOf, literal, type Gbnf } from './gbnf.js';
import { LarkError, readLark, type LarkDefinitions, type LarkNode } from './lark-reader.js';
import { patternGrammar } from './pattern-grammar.js';

/** Terminals of Lark's own library, as regular expressions (lark/grammars/common.lark). */
const common: Readonly<Record<string, string>> = {
  DIGIT: '[0-9]',
  HEXDIGIT: '[a-fA-F0-9]',
  INT: '[0-9]+',
  SIGNED_INT: '[+-]?[0-9]+',
  DECIMAL: '([0-9]+\\.[0-9]*|\\.[0-9]+)',
  FLOAT: '([0-9]+(\\.[0-9]*)?[eE][+-]?[0-9]+|[0-9]+\\.[0-9]*|\\.[0-9]+)',
  NUMBER: '([0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?|\\.[0-9]+([eE][+-]?[0-9]+)?)',
  SIGNED_NUMBER: '[+-]?([0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?|\\.[0-9]+([eE][+-]?[0-9]+)?)',
  ESCAPED_STRING: '"([^"\\\\\\n]|\\\\.)*"',
  LCASE_LETTER: '[a-z]',
  UCASE_LETTER: '[A-Z]',
  LETTER: '[a-zA-Z]',
  WORD: '[a-zA-Z]+',
  CNAME: '[_a-zA-Z][_a-zA-Z0-9]*',
  WS_INLINE: '[ \\t]+',
  WS: '[ \\t\\f\\r\\n]+',
  CR: '\\r',
  LF: '\\n',
  NEWLINE: '(\\r?\\n)+',
};
const mostRules = 1_000;
const mostRepeats = 1_000;

/**
 * The inside of a JSON string that matches a Lark grammar. `anyChar` is the name of the rule for one character of such a
 * string. Throws a LarkError or a PatternError for what cannot be said.
 */
export function larkGrammar(gbnf: Gbnf, definition: string, anyChar: string): string {
  const definitions = readLark(definition);
  if (!definitions.rules.has('start')) throw new LarkError('there is no rule "start"');
  if (definitions.rules.size > mostRules) throw new LarkError(`it has more than ${mostRules} rules`);
  refuseLeftRecursion(definitions);
  return new LarkCompiler(gbnf, definitions, anyChar).whole();
}

class LarkCompiler {
  readonly #gap: string;
  readonly #names = new Map<string, string>();

  constructor(
    readonly gbnf: Gbnf,
    readonly definitions: LarkDefinitions,
    readonly anyChar: string,
  ) {
    const ignored = definitions.ignored.map((node) => this.#expression(node, true));
    this.#gap = ignored.length === 0 ? '' : gbnf.add('gap', `${anyOf(ignored)}*`);
  }

  whole(): string {
    return [this.#gap, this.#rule('start')].filter((piece) => piece !== '').join(' ');
  }

  #rule(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const rule = this.gbnf.reserve(`lark-${name}`);
    this.#names.set(name, rule);
    const node = this.definitions.rules.get(name);
    const library = this.definitions.imports.get(name);
    if (node !== undefined) this.gbnf.define(rule, this.#expression(node, isTerminal(name)));
    else if (library !== undefined && common[library] !== undefined) this.gbnf.define(rule, this.#pattern(common[library]));
    else throw new LarkError(library === undefined ? `"${name}" is not defined` : `common has no "${library}"`);
    return rule;
  }

  /** Inside of a terminal nothing is ignored; outside, behind every token. */
  #expression(node: LarkNode, inTerminal: boolean): string {
    const token = (text: string): string => (inTerminal || this.#gap === '' ? text : `( ${text} ${this.#gap} )`);
    switch (node.kind) {
      case 'text':
        return token(node.anyCase ? anyCase(node.text) : literal(inString(node.text)));
      case 'pattern':
        if (node.flags !== '') throw new LarkError(`the flags "${node.flags}" of a regular expression are not supported`);
        return token(this.#pattern(node.source));
      case 'range':
        return token(codeRange(node.low, node.high));
      case 'name':
        return isTerminal(node.name) ? token(this.#rule(node.name)) : this.#rule(node.name);
      case 'sequence':
        return node.nodes.length === 0 ? '""' : `( ${node.nodes.map((one) => this.#expression(one, inTerminal)).join(' ')} )`;
      case 'choice':
        return anyOf(node.nodes.map((one) => this.#expression(one, inTerminal)));
      case 'repeat':
        if (node.low > mostRepeats || (node.high > mostRepeats && node.high !== Infinity)) throw new LarkError(`it repeats more than ${mostRepeats} times`);
        return `( ${this.#expression(node.node, inTerminal)} ){${node.low},${node.high === Infinity ? '' : node.high}}`;
    }
  }

  #pattern(source: string): string {
    return patternGrammar(`^(?:${source})$`, this.anyChar).text;
  }
}

/** Terminals are written in capitals. */
function isTerminal(name: string): boolean {
  return name === name.toUpperCase();
}

/** A text as it stands inside a JSON string. */
function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function anyCase(text: string): string {
  return [...text].map((char) => anyOf([...new Set([char.toLowerCase(), char.toUpperCase()])].map((one) => literal(inString(one))))).join(' ');
}

function codeRange(low: string, high: string): string {
  const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
  const text = from > to ? undefined : jsonCharacter([[from, to]]);
  if (text === undefined) throw new LarkError(`the range from ${JSON.stringify(low)} to ${JSON.stringify(high)} is empty`);
  return text;
}

/** A rule that begins with itself would never end in the engine. */
function refuseLeftRecursion({ rules }: LarkDefinitions): void {
  const empty = namesThatMayBeEmpty(rules);
  const mayBeEmpty = (node: LarkNode): boolean => canBeEmpty(node, empty);
  const done = new Set<string>();
  const visit = (name: string, open: readonly string[]): void => {
    if (open.includes(name)) throw new LarkError(`"${name}" begins with itself; write the repetition with * or +`);
    const node = rules.get(name);
    if (node === undefined || done.has(name)) return;
    for (const next of firstNames(node, mayBeEmpty)) visit(next, [...open, name]);
    done.add(name);
  };
  for (const name of rules.keys()) visit(name, []);
}

function namesThatMayBeEmpty(rules: ReadonlyMap<string, LarkNode>): ReadonlySet<string> {
  const empty = new Set<string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, node] of rules) {
      if (empty.has(name) || !canBeEmpty(node, empty)) continue;
      empty.add(name);
      changed = true;
    }
  }
  return empty;
}

function canBeEmpty(node: LarkNode, empty: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'text':
    case 'range':
      return false;
    case 'pattern':
      return patternGrammar(`^(?:${node.source})$`, 'any').low === 0;
    case 'name':
      return empty.has(node.name);
    case 'sequence':
      return node.nodes.every((one) => canBeEmpty(one, empty));
    case 'choice':
      return node.nodes.some((one) => canBeEmpty(one, empty));
    case 'repeat':
      return node.low === 0 || canBeEmpty(node.node, empty);
  }
}

/** The names that what matches `node` can begin with. */
function firstNames(node: LarkNode, mayBeEmpty: (node: LarkNode) => boolean): readonly string[] {
  switch (node.kind) {
    case 'text':
    case 'range':
    case 'pattern':
      return [];
    case 'name':
      return [node.name];
    case 'choice':
      return node.nodes.flatMap((one) => firstNames(one, mayBeEmpty));
    case 'repeat':
      return firstNames(node.node, mayBeEmpty);
    case 'sequence': {
      const solid = node.nodes.findIndex((one) => !mayBeEmpty(one));
      return node.nodes.slice(0, solid < 0 ? undefined : solid + 1).flatMap((one) => firstNames(one, mayBeEmpty));
    }
  }
}
