import { BatchWidth } from '#src/worker/batches/batch-width.js';

describe('number of completions per decode batch', () => {
  /**
   * Runs rounds of `waiting` completions on an engine whose batches take `cost(width)` milliseconds. Returns the
   * chosen widths.
   */
  const turns = (width: BatchWidth, waiting: number, cost: (width: number) => number, count = 50): number[] =>
    Array.from({ length: count }, () => {
      const chosen = width.choose(waiting);
      for (let remaining = waiting; remaining > 0; remaining -= chosen)
        width.recordTime(Math.min(chosen, remaining), cost(Math.min(chosen, remaining)));
      return chosen;
    });
  const likeMany = (): number => 10;
  const kernelsForOne = (width: number): number => (width === 1 ? 7 : 20 + 8 * width);

  it('batches all completions where a wide batch takes hardly longer than one', () => {
    const width = new BatchWidth();
    expect(turns(width, 4, likeMany).slice(9)).toEqual(Array.from({ length: 41 }, () => 4));
  });

  it('uses a width of one where single-token batches are that much faster', () => {
    const width = new BatchWidth();
    expect(turns(width, 4, kernelsForOne)).toEqual([4, 4, 4, 2, 2, ...Array.from({ length: 45 }, () => 1)]);
    expect(turns(width, 16, kernelsForOne).slice(5)).toEqual(Array.from({ length: 45 }, () => 1));
  });

  it('is between the two where that is best', () => {
    const width = new BatchWidth();
    expect(turns(width, 8, (size) => (size <= 4 ? 10 : 30)).slice(9)).toEqual(Array.from({ length: 41 }, () => 4));
  });

  it('is never more than wait', () => {
    const width = new BatchWidth();
    turns(width, 8, likeMany);
    for (let waiting = 1; waiting <= 9; waiting += 1) {
      const chosen = turns(width, waiting, likeMany);
      expect(Math.max(...chosen)).toBeLessThanOrEqual(waiting);
      expect(Math.min(...chosen)).toBeGreaterThanOrEqual(1);
    }
  });

  it('changes when the engine does, though widths that are not in use are tried seldom', () => {
    const width = new BatchWidth();
    turns(width, 4, likeMany);
    for (const [cost, best] of [
      [kernelsForOne, 1],
      [likeMany, 4],
      [kernelsForOne, 1],
    ] as const) {
      const last = turns(width, 4, cost, 3_000).slice(-1_000);
      expect(last.filter((chosen) => chosen !== best).length).toBeLessThan(10);
    }
  });

  it('probes other widths so rarely that it costs hardly any time, however slow they are', () => {
    for (const [waiting, cost] of [
      [32, likeMany],
      [16, likeMany],
      [32, (size: number) => 8 + size / 8],
    ] as const) {
      const width = new BatchWidth();
      turns(width, waiting, cost);
      const chosen = turns(width, waiting, cost, 20_000);
      const spent = chosen.reduce((sum, size) => sum + Math.ceil(waiting / size) * cost(size), 0);
      expect(spent / (chosen.length * cost(waiting))).toBeLessThan(1.03);
      expect(new Set(chosen).size).toBeGreaterThan(4);
    }
  });

  it('is not concluded from a first pass on a machine that was not warm yet', () => {
    const width = new BatchWidth();
    const cold = [1_000, 100];
    expect(turns(width, 4, () => cold.shift() ?? 10).slice(9)).toEqual(Array.from({ length: 41 }, () => 4));
  });

  it('ignores a brief stall of the machine', () => {
    const width = new BatchWidth();
    turns(width, 4, kernelsForOne);
    width.choose(4);
    width.recordTime(1, 60_000);
    expect(turns(width, 4, kernelsForOne)).toEqual(Array.from({ length: 50 }, () => 1));
  });
});
