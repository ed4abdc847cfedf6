import { Breather } from './breather.js';

/** So many are under way at a time. */
const few = 4;

/** What `ask` gives for each of `values`, in their order. Only a few are asked for at a time: a long list is not to stand before everybody else's work. */
export async function fewAtATime<Value, Answer>(
  values: readonly Value[],
  ask: (value: Value) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers = new Array<Answer>(values.length);
  const left = values.entries();
  const work = async (): Promise<void> => {
    const breather = new Breather();
    for (const [index, value] of left) {
      answers[index] = await ask(value);
      if (breather.due) await breather.rest();
    }
  };
  await Promise.all(Array.from({ length: few }, work));
  return answers;
}
