import { YieldTimer } from '@org/engine';

/** Maximum number of concurrent calls. */
const maxConcurrent = 4;

/**
 * The results of `transform` for each of `values`, in order. Only a few calls run at a time, so a long list does not block
 * other work.
 */
export async function mapWithConcurrency<Value, Result>(
  values: readonly Value[],
  transform: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(values.length);
  const remaining = values.entries();
  const work = async (): Promise<void> => {
    const yieldTimer = new YieldTimer();
    for (const [index, value] of remaining) {
      results[index] = await transform(value);
      if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return results;
}
