/** Resolves after the given milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves when the condition holds, and rejects when it does not hold in time. The limit is for a program that hangs,
 * not for a slow one.
 */
export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`the condition did not hold within ${withinMs} ms: ${String(condition)}`);
    await pause(5);
  }
}
