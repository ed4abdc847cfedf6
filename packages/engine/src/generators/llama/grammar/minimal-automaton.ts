import type { Automaton, State, Step } from './automaton.js';
import { normalRanges, type CodeRange } from './char-set.js';

/** The same with as few states as there can be: those from which everything goes on alike become one. After Moore's algorithm. */
export function minimalAutomaton(automaton: Automaton): Automaton {
  let classes: readonly number[] = automaton.map(({ accepts }) => (accepts ? 1 : 0));
  for (let count = 0; count < new Set(classes).size; ) {
    count = new Set(classes).size;
    const numbers = new Map<string, number>();
    classes = automaton.map((state, index) => {
      const key = JSON.stringify([classes[index], stepsInto(state, classes)]);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  }
  // The first state comes first, so its class is number 0.
  const firsts = [...new Set(classes)].map((one) => automaton[classes.indexOf(one)]);
  return firsts.flatMap((state) => (state === undefined ? [] : [{ accepts: state.accepts, steps: stepsInto(state, classes) }]));
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
    ...[...characters].sort(([a], [b]) => a - b).map(([to, ranges]): Step => ({ kind: 'character', ranges: normalRanges(ranges), to })),
    ...rules.sort((a, b) => a.to - b.to || nameOf(a).localeCompare(nameOf(b))),
  ];
}

function nameOf(step: Step): string {
  return step.kind === 'rule' ? step.name : '';
}
