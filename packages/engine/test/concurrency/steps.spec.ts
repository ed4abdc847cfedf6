import {
  joinChunks,
  mapInSteps,
  runInSlices,
  runNow,
  runYielding,
  type Steps,
  toUtf8Chunks,
} from '#src/concurrency/steps.js';
import { jsonChunks } from '#src/json/json-chunks.js';

/** Runs `steps` and counts the event-loop turns in between, 1,000 times at most. */
async function runCountingTurns<Result>(steps: Steps<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (turns < 1_000) setImmediate(turn);
  };
  const running = runYielding(steps);
  setImmediate(turn);
  const result = await running;
  const counted = turns;
  turns = 1_000;
  return { result, turns: counted };
}

describe('runYielding', () => {
  const value = { text: 'é"\n'.repeat(4_000_000) };
  const json = JSON.stringify(value);

  it('lets the event loop run while a long text is encoded in UTF-8', async () => {
    const { result, turns } = await runCountingTurns(toUtf8Chunks(jsonChunks(value)));
    expect(Buffer.concat(result).toString() === json).toBe(true);
    expect(turns).toBeGreaterThan(1);
  });

  it('lets the event loop run while a long text is joined', async () => {
    const { result, turns } = await runCountingTurns(joinChunks(jsonChunks(value)));
    expect(result === json).toBe(true);
    expect(turns).toBeGreaterThan(1);
  });

  it('returns the result of runNow', async () => {
    const double = (n: number): number => 2 * n;
    expect(await runYielding(mapInSteps([1, 2, 3], double))).toEqual(runNow(mapInSteps([1, 2, 3], double)));
  });

  it('rejects with the error that a step throws', async () => {
    const failing = mapInSteps([1], (): never => {
      throw new RangeError('step');
    });
    await expect(runYielding(failing)).rejects.toThrow(RangeError);
  });
});

describe('work that runs at the same time', () => {
  it.each([
    ['runYielding', runYielding],
    ['runInSlices', runInSlices],
  ])('has one time slice in each turn of the event loop with %s', async (_, run) => {
    let stepsOfTurn = 0;
    let maxSteps = 0;
    let isEnded = false;
    /** Six steps of 2 ms, of which three use up a time slice. */
    function* longSteps(): Steps<number> {
      for (let n = 0; n < 6; n++) {
        for (const start = performance.now(); performance.now() - start < 2;);
        stepsOfTurn += 1;
        yield;
      }
      return 6;
    }
    const endTurn = (): void => {
      maxSteps = Math.max(maxSteps, stepsOfTurn);
      stepsOfTurn = 0;
      if (!isEnded) setImmediate(endTurn);
    };
    const running = Array.from({ length: 20 }, () => run(longSteps()));
    stepsOfTurn = 0; // Work that starts at once shares the turn of its caller.
    setImmediate(endTurn);
    expect(await Promise.all(running)).toEqual(Array.from({ length: 20 }, () => 6));
    isEnded = true;
    expect(maxSteps).toBeGreaterThan(0);
    expect(maxSteps).toBeLessThanOrEqual(4);
  });
});

describe('runInSlices', () => {
  it('returns the result of short steps without a promise', () => {
    expect(runInSlices(mapInSteps([1, 2, 3], String))).toEqual(['1', '2', '3']);
  });

  it('lets the event loop run after a time slice, and then returns the result of runNow', async () => {
    const busy = (n: number): number => {
      for (const start = performance.now(); performance.now() - start < 4;);
      return n;
    };
    let turned = false;
    setImmediate(() => (turned = true));
    const running = runInSlices(mapInSteps([1, 2, 3, 4], busy));
    expect(running).toBeInstanceOf(Promise);
    expect(await running).toEqual([1, 2, 3, 4]);
    expect(turned).toBe(true);
  });

  it('throws the error of a short step, and rejects with the error of a later one', async () => {
    const failing = (after: number): Steps<readonly number[]> =>
      mapInSteps([0, 1, 2], (n) => {
        for (const start = performance.now(); performance.now() - start < after;);
        if (n === 2) throw new RangeError('step');
        return n;
      });
    expect(() => runInSlices(failing(0))).toThrow(RangeError);
    await expect(runInSlices(failing(4))).rejects.toThrow(RangeError);
  });
});
