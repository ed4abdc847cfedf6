import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` holds; fails after `withinMs` milliseconds, a limit for a stuck program, not for a slow
 * one.
 */
export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`the condition did not hold within ${withinMs} ms: ${String(condition)}`);
    await pause(5);
  }
}
