import { YieldTimer } from '@org/engine';

/** So many are under way at a time. */
const maxConcurrent = 4;

/** What `ask` gives for each of `values`, in their order. Only a few are asked for at a time: a long list is not to stand before everybody else's work. */
export async function mapWithConcurrency<Value, Result>(
  values: readonly Value[],
  ask: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(values.length);
  const remaining = values.entries();
  const work = async (): Promise<void> => {
    const yieldTimer = new YieldTimer();
    for (const [index, value] of remaining) {
      results[index] = await ask(value);
      if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return results;
}
