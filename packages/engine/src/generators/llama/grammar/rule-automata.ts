import type { Automaton, State } from './automaton.js';
import { AutomatonError } from './automaton-error.js';
import { splitRanges, type CodeRange } from './char-set.js';

/** Automata of rules that name each other. None accepts nothing at all, and none begins with itself. */
export type RuleAutomata = ReadonlyMap<string, Automaton>;

/** The same automaton without the text of no characters. */
export function withoutNothing(automaton: Automaton): Automaton {
  const [start] = automaton;
  if (start?.accepts !== true) return automaton;
  // Ways that come back to the start may still end there.
  const copy = automaton.length;
  const renamed = automaton.map((state): State => ({ ...state, steps: state.steps.map((step) => (step.to === 0 ? { ...step, to: copy } : step)) }));
  return [{ accepts: false, steps: renamed[0]?.steps ?? [] }, ...renamed.slice(1), { accepts: true, steps: renamed[0]?.steps ?? [] }];
}

/**
 * Throws an AutomatonError where the next character does not tell how to go on: into a rule or past it, or out of a rule or on in it.
 * Such ways would be followed side by side, and through rules that name each other their number has no bound.
 */
export function refuseAmbiguity(automata: RuleAutomata): void {
  const followers = followersIn(automata);
  for (const [name, automaton] of automata) {
    const after = followers.get(name) ?? [];
    for (const state of automaton) {
      const ways = [...beginnings(automata, state), ...(state.accepts ? [after] : [])];
      const clash = splitRanges(ways.map((ranges, to) => ({ ranges, to }))).find(({ targets }) => targets.length > 1);
      if (clash === undefined) continue;
      const example = String.fromCodePoint(clash.ranges[0]?.[0] ?? 0);
      throw new AutomatonError(`in "${name}" there are two ways to go on with ${JSON.stringify(example)}; a grammar with rules inside of themselves has to be decided by the next character`);
    }
  }
}

/** The sets of characters that the steps of a state begin with: those of its own, and those of each rule. */
function beginnings(automata: RuleAutomata, state: State): readonly (readonly CodeRange[])[] {
  const own = state.steps.flatMap((step) => (step.kind === 'character' ? step.ranges : []));
  return [own, ...state.steps.flatMap((step) => (step.kind === 'rule' ? [firstOf(automata, step.name)] : []))];
}

function firstOf(automata: RuleAutomata, name: string): readonly CodeRange[] {
  const start = automata.get(name)?.[0];
  return start === undefined ? [] : beginnings(automata, start).flat();
}

/** What can follow each rule where it is used. */
function followersIn(automata: RuleAutomata): ReadonlyMap<string, readonly CodeRange[]> {
  const direct = new Map<string, CodeRange[]>();
  /** A rule that ends another one is followed by whatever follows that. */
  const inherits = new Map<string, Set<string>>();
  for (const [user, automaton] of automata) {
    for (const step of automaton.flatMap(({ steps }) => steps)) {
      const next = step.kind === 'rule' ? automaton[step.to] : undefined;
      if (step.kind !== 'rule' || next === undefined) continue;
      direct.set(step.name, [...(direct.get(step.name) ?? []), ...beginnings(automata, next).flat()]);
      if (next.accepts) inherits.set(step.name, (inherits.get(step.name) ?? new Set()).add(user));
    }
  }
  const all = (name: string, seen: Set<string>): readonly CodeRange[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [...(direct.get(name) ?? []), ...[...(inherits.get(name) ?? [])].flatMap((user) => all(user, seen))];
  };
  return new Map([...automata.keys()].map((name) => [name, all(name, new Set())]));
}
