import type { Automaton, State, Step } from './automaton.js';
import { normalRanges, type CodeRange } from './char-set.js';

/**
 * Returns the equivalent automaton with the fewest states, by merging equivalent ones. It uses Moore's algorithm,
 * which separates a long count by only one state per round; the initial partition is therefore the distance to the
 * end.
 */
export function minimalAutomaton(automaton: Automaton): Automaton {
  const pathLengths = longestPaths(automaton);
  let classes: readonly number[] = automaton.map(
    ({ accepts }, state) => 2 * (pathLengths[state] ?? automaton.length) + (accepts ? 1 : 0),
  );
  for (let count = 0; count < new Set(classes).size;) {
    count = new Set(classes).size;
    const numbers = new Map<string, number>();
    classes = automaton.map((state, index) => {
      const key = JSON.stringify([classes[index], stepsInto(state, classes)]);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  }
  // The start state has index 0, so its class is number 0.
  const firsts = [...new Set(classes)].map((one) => automaton[classes.indexOf(one)]);
  return firsts.flatMap((state) =>
    state === undefined ? [] : [{ accepts: state.accepts, steps: stepsInto(state, classes) }],
  );
}

/** The maximum number of steps from each state to an end; none where it is unbounded. */
function longestPaths(automaton: Automaton): readonly (number | undefined)[] {
  const from = automaton.map((): number[] => []);
  for (const [state, { steps }] of automaton.entries()) for (const { to } of steps) from[to]?.push(state);
  const waiting = automaton.map(({ steps }) => steps.length);
  const pathLengths = automaton.map((): number | undefined => undefined);
  const ready = automaton.flatMap(({ steps }, state) => (steps.length === 0 ? [state] : []));
  for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
    pathLengths[state] = Math.max(0, ...(automaton[state]?.steps ?? []).map(({ to }) => (pathLengths[to] ?? 0) + 1));
    for (const before of from[state] ?? []) {
      waiting[before] = (waiting[before] ?? 0) - 1;
      if (waiting[before] === 0) ready.push(before);
    }
  }
  return pathLengths;
}

/** The steps of a state into classes of states, one for each class and rule, in a fixed order. */
function stepsInto({ steps }: State, classes: readonly number[]): readonly Step[] {
  const characters = new Map<number, CodeRange[]>();
  const rules: Step[] = [];
  for (const step of steps) {
    const to = classes[step.to] ?? 0;
    if (step.kind === 'rule') rules.push({ ...step, to });
    else characters.set(to, [...(characters.get(to) ?? []), ...step.ranges]);
  }
  return [
    ...[...characters]
      .sort(([a], [b]) => a - b)
      .map(([to, ranges]): Step => ({ kind: 'character', ranges: normalRanges(ranges), to })),
    ...rules.sort((a, b) => a.to - b.to || nameOf(a).localeCompare(nameOf(b))),
  ];
}

function nameOf(step: Step): string {
  return step.kind === 'rule' ? step.name : '';
}
