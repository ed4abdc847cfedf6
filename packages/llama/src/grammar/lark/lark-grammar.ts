import type { Automaton } from '../regular/automaton.js';
import { automatonOf } from '../regular/automaton.js';
import { automatonGrammar } from '../regular/automaton-grammar.js';
import { isEncodable } from '../regular/char-set.js';
import type { Gbnf } from '../gbnf.js';
import { larkCommon } from './lark-common.js';
import { LarkError, readLark, type LarkDefinitions, type LarkNode } from './lark-reader.js';
import { recursiveRules, rulesThatMayBeEmpty } from './lark-recursion.js';
import { minimalAutomaton } from '../regular/minimal-automaton.js';
import { readAnchoredPattern } from '../regular/pattern-reader.js';
import { choiceOf, sequenceOf, type Regular } from '../regular/regular.js';
import { refuseAmbiguity, withoutEmptyText } from '../regular/rule-automata.js';

const maxRules = 1_000;
const maxRepeats = 1_000;

/**
 * Compiles a Lark grammar into the content of a JSON string. A recursive rule becomes a separate automaton, and
 * all other rules are inlined where they are used. Throws a LarkError, a PatternError or an AutomatonError for
 * unsupported constructs.
 */
export function larkGrammar(gbnf: Gbnf, definition: string): string {
  const definitions = readLark(definition);
  if (!definitions.rules.has('start')) throw new LarkError('the rule "start" is missing');
  if (definitions.rules.size > maxRules) throw new LarkError(`it has more than ${maxRules} rules`);
  const empty = rulesThatMayBeEmpty(definitions.rules);
  const recursive = recursiveRules(definitions.rules, empty);
  const reader = new LarkExpressions(definitions, recursive, empty);
  const automata = new Map<string, Automaton>();
  for (const name of new Set(['start', ...recursive])) {
    const automaton = automatonOf(reader.body(name));
    // Only the minimal automaton shows which steps lead back to the same state.
    automata.set(
      name,
      recursive.size === 0
        ? automaton
        : minimalAutomaton(recursive.has(name) ? withoutEmptyText(automaton) : automaton),
    );
  }
  refuseAmbiguity(automata);
  const names = new Map([...recursive].map((name) => [name, gbnf.reserve(`lark-${name}`)]));
  for (const [rule, name] of names)
    gbnf.define(
      name,
      automatonGrammar(gbnf, automata.get(rule) ?? [], `lark-${rule}`, (other) => names.get(other) ?? other),
    );
  if (recursive.size > 0) gbnf.returns();
  const start =
    names.get('start') ??
    automatonGrammar(gbnf, automata.get('start') ?? [], 'lark-start', (other) => names.get(other) ?? other);
  if (!gbnf.isFinite(start)) throw new LarkError('"start" matches no finite text');
  return recursive.has('start') && empty.has('start') ? `${start}?` : start;
}

/** Lark's rules as expressions. */
class LarkExpressions {
  readonly #definitions: LarkDefinitions;
  readonly #recursive: ReadonlySet<string>;
  readonly #empty: ReadonlySet<string>;
  readonly #bodies = new Map<string, Regular>();
  #gap: readonly Regular[] = [];

  constructor(definitions: LarkDefinitions, recursive: ReadonlySet<string>, empty: ReadonlySet<string>) {
    this.#definitions = definitions;
    this.#recursive = recursive;
    this.#empty = empty;
    const rule = definitions.ignored.find((node) => node.kind === 'name' && !isTerminal(node.name));
    if (rule?.kind === 'name')
      throw new LarkError(`"${rule.name}" is ignored, so it must be a terminal with a name in capitals`);
    const ignored = definitions.ignored.map((node) => this.#expression(node, true));
    this.#gap = ignored.length === 0 ? [] : [{ kind: 'repeat', node: choiceOf(ignored), low: 0, high: Infinity }];
  }

  /** The language of a rule; ignored text may also precede the first token. */
  body(name: string): Regular {
    const known = this.#bodies.get(name);
    if (known !== undefined) return known;
    const node = this.#definitions.rules.get(name);
    const body = node === undefined ? this.#imported(name) : this.#expression(node, isTerminal(name));
    const expression = name === 'start' && !this.#recursive.has(name) ? sequenceOf([...this.#gap, body]) : body;
    this.#bodies.set(name, expression);
    return expression;
  }

  #imported(name: string): Regular {
    const library = this.#definitions.imports.get(name);
    if (library === undefined) throw new LarkError(`"${name}" is not defined`);
    const pattern = Object.hasOwn(larkCommon, library) ? larkCommon[library] : undefined;
    if (pattern === undefined) throw new LarkError(`common has no "${library}"`);
    return readAnchoredPattern(pattern);
  }

  /** Within a terminal nothing is ignored; elsewhere ignored text may follow every token. */
  #expression(node: LarkNode, inTerminal: boolean): Regular {
    const token = (expression: Regular): Regular => (inTerminal ? expression : sequenceOf([expression, ...this.#gap]));
    switch (node.kind) {
      case 'text':
        return token(sequenceOf([...node.text].map((char) => characterOf(char, node.anyCase))));
      case 'pattern':
        return token(readAnchoredPattern(node.source, node.flags));
      case 'range':
        return token(rangeOf(node.low, node.high));
      case 'name':
        if (this.#recursive.has(node.name)) return this.#reference(node.name);
        return isTerminal(node.name) ? token(this.body(node.name)) : this.body(node.name);
      case 'sequence':
        return sequenceOf(node.nodes.map((one) => this.#expression(one, inTerminal)));
      case 'choice':
        return choiceOf(node.nodes.map((one) => this.#expression(one, inTerminal)));
      case 'repeat':
        if (node.low > maxRepeats || (node.high > maxRepeats && node.high !== Infinity))
          throw new LarkError(`it repeats more than ${maxRepeats} times`);
        return { kind: 'repeat', node: this.#expression(node.node, inTerminal), low: node.low, high: node.high };
    }
  }

  /** A rule never matches the empty text itself; where it may be empty, the reference is optional. */
  #reference(name: string): Regular {
    const rule: Regular = { kind: 'rule', name };
    return this.#empty.has(name) ? { kind: 'repeat', node: rule, low: 0, high: 1 } : rule;
  }
}

/** Terminals are written in capitals. */
function isTerminal(name: string): boolean {
  return name === name.toUpperCase();
}

function characterOf(char: string, anyCase: boolean): Regular {
  const forms = anyCase ? [char.toLowerCase(), char.toUpperCase()] : [char];
  return choiceOf([...new Set(forms)].map((form) => sequenceOf([...form].map((one) => rangeOf(one, one)))));
}

function rangeOf(low: string, high: string): Regular {
  const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
  if (from > to || !isEncodable([[from, to]]))
    throw new LarkError(`the range from ${JSON.stringify(low)} to ${JSON.stringify(high)} is empty`);
  return { kind: 'set', ranges: [[from, to]] };
}
