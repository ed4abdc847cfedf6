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
 * Throws an AutomatonError where the next character does not tell how to go on: into a rule or past it, or out of a rule or on in it.
 * Such ways would be followed side by side, and through rules that name each other their number has no bound. Words in a row are
 * let through: out of one of them and into the next the way leads to the place where it was, so that all ways end up as one.
 */
export function refuseAmbiguity(automata: RuleAutomata): void {
  const followers = followersIn(automata);
  for (const [name, automaton] of automata) {
    const { others = [], next = [] } = followers.get(name) ?? {};
    const tails = tailsOf(automaton);
    for (const state of automaton) {
      const steps = beginnings(automata, state);
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

/** The states from which no other rule is met any more. */
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

/** The sets of characters that the steps of a state begin with: those of its own, and those of each rule. */
function beginnings(automata: RuleAutomata, state: State): readonly (readonly CodeRange[])[] {
  const own = state.steps.flatMap((step) => (step.kind === 'character' ? step.ranges : []));
  return [own, ...state.steps.flatMap((step) => (step.kind === 'rule' ? [firstOf(automata, step.name)] : []))];
}

function firstOf(automata: RuleAutomata, name: string): readonly CodeRange[] {
  const start = automata.get(name)?.[0];
  return start === undefined ? [] : beginnings(automata, start).flat();
}

/** What can follow a rule where it is used: `next` in a row of rules that leads nowhere else, `others` in all other places. */
interface Followers {
  readonly next: CodeRange[];
  readonly others: CodeRange[];
}

function followersIn(automata: RuleAutomata): ReadonlyMap<string, Followers> {
  const direct = new Map([...automata.keys()].map((name): [string, Followers] => [name, { next: [], others: [] }]));
  /** A rule that ends another one is followed by whatever follows that. */
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
