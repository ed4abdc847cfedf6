import type { Automaton, State, Step } from './automaton.js';
import { jsonCharacter } from './char-set.js';
import { anyOf, type Gbnf } from '../gbnf.js';

/**
 * Converts an automaton to grammar rules for the content of a JSON string, with one rule for every state where steps
 * split or join. Every rule continues at its end, so that the engine never has to return. `nameOf` gives the names of
 * other rules. Returns the start rule.
 */
export function automatonGrammar(
  gbnf: Gbnf,
  automaton: Automaton,
  hint: string,
  nameOf: (rule: string) => string = (rule) => rule,
): string {
  const incoming = automaton.map(() => 0);
  for (const { steps } of automaton) for (const { to } of steps) incoming[to] = (incoming[to] ?? 0) + 1;
  const names = new Map<number, string>();
  const open: number[] = [];
  const ruleOf = (state: number): string => {
    const known = names.get(state);
    if (known !== undefined) return known;
    const name = gbnf.reserve(hint);
    names.set(state, name);
    open.push(state);
    return name;
  };
  const labelOf = (step: Step): string =>
    step.kind === 'rule' ? nameOf(step.name) : (jsonCharacter(step.ranges) ?? '""');
  /** A step and all that follow it without a choice. */
  const sequenceFrom = (first: Step): string => {
    const terms: string[] = [];
    for (let step: Step | undefined = first; step !== undefined;) {
      terms.push(labelOf(step));
      const next: State | undefined = automaton[step.to];
      if (next === undefined || (next.accepts && next.steps.length === 0)) break;
      const alone: boolean = incoming[step.to] === 1 && next.steps.length === 1 && !next.accepts && step.to !== 0;
      if (!alone) terms.push(ruleOf(step.to));
      step = alone ? next.steps[0] : undefined;
    }
    return terms.join(' ');
  };
  const start = ruleOf(0);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { steps = [], accepts = false } = automaton[state] ?? {};
    gbnf.define(names.get(state) ?? hint, anyOf([...steps.map(sequenceFrom), ...(accepts ? ['""'] : [])]));
  }
  return start;
}
