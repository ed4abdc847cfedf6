import { AutomatonError } from './automaton-error.js';
import { isEncodable, splitRanges, type CodeRange } from './char-set.js';
import { Positions } from './positions.js';
import type { Regular } from './regular.js';

/** A transition from one state to another. */
export type Step =
  | { readonly kind: 'character'; readonly ranges: readonly CodeRange[]; readonly to: number }
  | { readonly kind: 'rule'; readonly name: string; readonly to: number };

export interface State {
  readonly accepts: boolean;
  readonly steps: readonly Step[];
}

/** A deterministic automaton that starts at state 0; without states it accepts nothing. */
export type Automaton = readonly State[];

/** Maximum number of states; the engine's grammar has a rule for most of them. */
const maxStates = 4_096;

/**
 * Builds the automaton of an expression. It is deterministic, because the engine follows all paths of an ambiguous
 * grammar at once, and their number can double with every character.
 */
export function automatonOf(expression: Regular): Automaton {
  const positions = new Positions(expression);
  const numbers = new Map<string, number>();
  const sets: (readonly number[])[] = [];
  const numberOf = (targets: readonly number[]): number => {
    const set = positions.closure(targets);
    const key = set.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (sets.length >= maxStates) throw new AutomatonError('its automaton has too many states');
    numbers.set(key, sets.length);
    return sets.push(set) - 1;
  };
  numberOf([positions.first]);
  const states: State[] = [];
  for (let set = sets[0]; set !== undefined; set = sets[states.length]) {
    const characters = splitRanges(set.flatMap((position) => positions.characters(position)));
    const transitions = set.flatMap((position) => positions.rules(position));
    const rules = [...new Set(transitions.map(({ name }) => name))];
    states.push({
      accepts: set.some((position) => positions.accepts(position)),
      steps: [
        ...characters
          .filter(({ ranges }) => isEncodable(ranges))
          .map(({ ranges, targets }): Step => ({ kind: 'character', ranges, to: numberOf(targets) })),
        ...rules.map((name): Step => ({
          kind: 'rule',
          name,
          to: numberOf(transitions.flatMap((transition) => (transition.name === name ? [transition.to] : []))),
        })),
      ],
    });
  }
  return withoutDeadEnds(states);
}

/** What both automata accept; they have no rules in them. */
export function intersect(a: Automaton, b: Automaton): Automaton {
  if (a.length === 0 || b.length === 0) return [];
  const numbers = new Map<number, number>();
  const pairs: (readonly [number, number])[] = [];
  const numberOf = (pair: readonly [number, number]): number => {
    const key = pair[0] * b.length + pair[1];
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (pairs.length >= maxStates) throw new AutomatonError('its automaton has too many states');
    numbers.set(key, pairs.length);
    return pairs.push(pair) - 1;
  };
  numberOf([0, 0]);
  const states: State[] = [];
  for (let pair = pairs[0]; pair !== undefined; pair = pairs[states.length]) {
    const [first, second] = [a[pair[0]], b[pair[1]]];
    if (first === undefined || second === undefined) break;
    const tagged = [...characterSteps(first, 0), ...characterSteps(second, 1)];
    const shared = splitRanges(tagged).filter(({ ranges, targets }) => targets.length === 2 && isEncodable(ranges));
    states.push({
      accepts: first.accepts && second.accepts,
      steps: shared.map(({ ranges, targets }): Step => ({ kind: 'character', ranges, to: numberOf(pairIn(targets)) })),
    });
  }
  return withoutDeadEnds(states);
}

/**
 * Minimum and maximum length of the texts that an automaton without rules accepts; an automaton that accepts nothing
 * has no minimum.
 */
export function lengthsOf(automaton: Automaton): { readonly minLength: number; readonly maxLength: number } {
  const depth = new Map<number, number>();
  let minLength = Infinity;
  let level = automaton.length === 0 ? [] : [0];
  for (let length = 0; level.length > 0; length += 1) {
    for (const state of level) depth.set(state, length);
    if (level.some((state) => automaton[state]?.accepts === true)) minLength = Math.min(minLength, length);
    level = [...new Set(level.flatMap((state) => targetsOf(automaton, state)))].filter((state) => !depth.has(state));
  }
  return { minLength, maxLength: maxTextLength(automaton) };
}

/** Every state leads to an end, so a cycle means that the length is unbounded. */
function maxTextLength(automaton: Automaton): number {
  const waiting = automaton.map(() => 0);
  for (const state of automaton.keys())
    for (const to of targetsOf(automaton, state)) waiting[to] = (waiting[to] ?? 0) + 1;
  const lengths = automaton.map(() => 0);
  const ready = waiting[0] === 0 ? [0] : [];
  for (let at = 0; at < ready.length; at += 1) {
    const state = ready[at] ?? 0;
    for (const to of targetsOf(automaton, state)) {
      lengths[to] = Math.max(lengths[to] ?? 0, (lengths[state] ?? 0) + 1);
      waiting[to] = (waiting[to] ?? 0) - 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  return ready.length < automaton.length ? Infinity : Math.max(0, ...lengths);
}

function targetsOf(automaton: Automaton, state: number): readonly number[] {
  return automaton[state]?.steps.map(({ to }) => to) ?? [];
}

/**
 * The steps of a state from two automata, distinguished by target parity: even targets belong to the first, odd
 * targets to the second.
 */
function characterSteps(
  state: State,
  side: 0 | 1,
): readonly { readonly ranges: readonly CodeRange[]; readonly to: number }[] {
  return state.steps.flatMap((step) =>
    step.kind === 'character' ? [{ ranges: step.ranges, to: 2 * step.to + side }] : [],
  );
}

function pairIn(targets: readonly number[]): readonly [number, number] {
  const of = (side: 0 | 1): number => ((targets.find((target) => target % 2 === side) ?? 0) - side) / 2;
  return [of(0), of(1)];
}

/** Removes the states from which no end is reachable, and renumbers the others. */
function withoutDeadEnds(states: readonly State[]): Automaton {
  const from = states.map((): number[] => []);
  for (const [state, { steps }] of states.entries()) for (const { to } of steps) from[to]?.push(state);
  const alive = new Set<number>();
  const open = states.flatMap(({ accepts }, state) => (accepts ? [state] : []));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (alive.has(state)) continue;
    alive.add(state);
    open.push(...(from[state] ?? []));
  }
  if (!alive.has(0)) return [];
  const live = [...states.keys()].filter((state) => alive.has(state));
  const numbers = new Map(live.map((state, number) => [state, number]));
  return live.flatMap((state) => {
    const old = states[state];
    if (old === undefined) return [];
    return [
      {
        accepts: old.accepts,
        steps: old.steps.flatMap((step) => (numbers.has(step.to) ? [{ ...step, to: numbers.get(step.to) ?? 0 }] : [])),
      },
    ];
  });
}
