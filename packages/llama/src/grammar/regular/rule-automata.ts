import type { Automaton, State } from './automaton.js';
import { AutomatonError } from './automaton-error.js';
import { splitRanges, type CodeRange } from './char-set.js';

/** Automata of rules that reference each other; none accepts the empty text, and none is left-recursive. */
export type RuleAutomata = ReadonlyMap<string, Automaton>;

/** The same automaton without the text of no characters. */
export function withoutEmptyText(automaton: Automaton): Automaton {
  const [start] = automaton;
  if (start?.accepts !== true) return automaton;
  // Paths that return to the start state may still end there.
  const copy = automaton.length;
  const renamed = automaton.map((state): State => ({
    ...state,
    steps: state.steps.map((step) => (step.to === 0 ? { ...step, to: copy } : step)),
  }));
  return [
    { accepts: false, steps: renamed[0]?.steps ?? [] },
    ...renamed.slice(1),
    { accepts: true, steps: renamed[0]?.steps ?? [] },
  ];
}

/**
 * Throws an AutomatonError where the next character does not determine how to continue: into a rule or past it, or
 * out of a rule or further within it. The engine would follow such paths in parallel, and with rules that reference
 * each other their number is unbounded. Sequences of words are allowed: leaving one word and entering the next leads
 * to the same state, so all paths merge.
 */
export function refuseAmbiguity(automata: RuleAutomata): void {
  const followers = followersIn(automata);
  for (const [name, automaton] of automata) {
    const { others = [], next = [] } = followers.get(name) ?? {};
    const tails = tailsOf(automaton);
    for (const state of automaton) {
      const steps = firstSteps(automata, state);
      refuseClash(name, [...steps, ...(state.accepts ? [others] : [])]);
      const within = state.steps.flatMap((step) => {
        if (step.kind !== 'character') return firstOf(automata, step.name);
        return tails.has(step.to) ? [] : step.ranges;
      });
      if (state.accepts) refuseClash(name, [within, next]);
    }
  }
}

function refuseClash(name: string, transitions: readonly (readonly CodeRange[])[]): void {
  const clash = splitRanges(transitions.map((ranges, to) => ({ ranges, to }))).find(
    ({ targets }) => targets.length > 1,
  );
  if (clash === undefined) return;
  const example = String.fromCodePoint(clash.ranges[0]?.[0] ?? 0);
  throw new AutomatonError(
    `"${name}" has two alternatives that continue with ${JSON.stringify(example)}; in a recursive grammar the next character must select the alternative`,
  );
}

/** The states from which no further rule is reachable. */
function tailsOf(automaton: Automaton): ReadonlySet<number> {
  const tails = new Set(automaton.keys());
  for (let changed = true; changed;) {
    changed = false;
    for (const state of tails) {
      if (automaton[state]?.steps.every((step) => step.kind === 'character' && tails.has(step.to)) === true) continue;
      tails.delete(state);
      changed = true;
    }
  }
  return tails;
}

/** The first-character sets of the steps of a state: its own, and those of each rule. */
function firstSteps(automata: RuleAutomata, state: State): readonly (readonly CodeRange[])[] {
  const own = state.steps.flatMap((step) => (step.kind === 'character' ? step.ranges : []));
  return [own, ...state.steps.flatMap((step) => (step.kind === 'rule' ? [firstOf(automata, step.name)] : []))];
}

function firstOf(automata: RuleAutomata, name: string): readonly CodeRange[] {
  const start = automata.get(name)?.[0];
  return start === undefined ? [] : firstSteps(automata, start).flat();
}

/**
 * The characters that can follow a rule where it is used: `next` in a sequence of rules that leads nowhere else,
 * `others` everywhere else.
 */
interface Followers {
  readonly next: CodeRange[];
  readonly others: CodeRange[];
}

function followersIn(automata: RuleAutomata): ReadonlyMap<string, Followers> {
  const direct = new Map([...automata.keys()].map((name): [string, Followers] => [name, { next: [], others: [] }]));
  /** A rule at the end of another rule inherits the followers of that rule. */
  const inherits = new Map<string, Set<string>>();
  for (const [user, automaton] of automata) {
    for (const step of automaton.flatMap(({ steps }) => steps)) {
      const following = step.kind === 'rule' ? automaton[step.to] : undefined;
      if (step.kind !== 'rule' || following === undefined) continue;
      const found = direct.get(step.name);
      for (const transition of following.steps) {
        const row = transition.kind === 'rule' && transition.to === step.to;
        (row ? found?.next : found?.others)?.push(
          ...(transition.kind === 'rule' ? firstOf(automata, transition.name) : transition.ranges),
        );
      }
      if (following.accepts) inherits.set(step.name, (inherits.get(step.name) ?? new Set()).add(user));
    }
  }
  const inherited = (name: string, seen: Set<string>): readonly CodeRange[] =>
    [...(inherits.get(name) ?? [])].flatMap((user) => {
      if (seen.has(user)) return [];
      seen.add(user);
      const { next = [], others = [] } = direct.get(user) ?? {};
      return [...next, ...others, ...inherited(user, seen)];
    });
  return new Map(
    [...direct].map(([name, { next, others }]) => [name, { next, others: [...others, ...inherited(name, new Set())] }]),
  );
}
