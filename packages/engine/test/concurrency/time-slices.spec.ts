import { setImmediate as othersTurn } from 'node:timers/promises';
import { mapInSteps, runYielding } from '#src/concurrency/steps.js';

/** Waits, turn by turn of the event loop. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await othersTurn();
}

/** Runs for `ms` without a yield. */
function runFor(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms;);
}

/** Work of `count` steps that each use up a time slice; `onStep` is called after each. */
function longSteps(count: number, onStep: () => void): Promise<unknown> {
  return runYielding(
    mapInSteps(Array.from({ length: count }, String), () => {
      runFor(6);
      onStep();
    }),
  );
}

describe('Long work', () => {
  it('runs one slice in a turn of the event loop, however much of it waits', async () => {
    let steps = 0;
    const works = Array.from({ length: 8 }, () => longSteps(6, () => (steps += 1)));
    const running = new Set<unknown>(['works']);
    const done = Promise.all(works).then(() => running.clear());
    // Each work begins with slices as short work has.
    await eventually(() => steps >= 16);
    const perTurn: number[] = [];
    while (running.size > 0) {
      const before = steps;
      await othersTurn();
      perTurn.push(steps - before);
    }
    await done;
    expect(steps).toBe(48);
    expect(Math.max(...perTurn)).toBe(1);
    // Turns for others are in between.
    expect(perTurn.filter((count) => count === 0).length).toBeGreaterThan(perTurn.filter((count) => count > 0).length);
  });

  it('takes turns', async () => {
    const order: string[] = [];
    await Promise.all(['a', 'b', 'c'].map((name) => longSteps(6, () => order.push(name))));
    expect(order.slice(-9).join('')).toMatch(/^(abc){2}/);
  });

  it('lets work of two slices wait for one slice of long work at most', async () => {
    let steps = 0;
    const long = Array.from({ length: 8 }, () => longSteps(6, () => (steps += 1)));
    await eventually(() => steps >= 16);
    const before = steps;
    await longSteps(2, () => undefined);
    expect(steps - before).toBeLessThanOrEqual(1);
    await Promise.all(long);
  });
});
