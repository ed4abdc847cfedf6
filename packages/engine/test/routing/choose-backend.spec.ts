import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chooseBackend, type Candidate } from '#src/routing/choose-backend.js';
import { selectPreferredBackend } from '#src/routing/select-preferred-backend.js';

interface Bench extends Candidate {
  running: number;
  waiting: number;
  turns: number;
}

function candidate(name: string, more: Partial<Bench> = {}): Bench {
  return { name, weight: 1, running: 0, waiting: 0, concurrency: 100, queue: 100, turns: 0, ...more };
}

const candidates = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 4 }),
    weight: fc.integer({ min: 1, max: 9 }),
    running: fc.nat(6),
    waiting: fc.nat(6),
    concurrency: fc.integer({ min: 1, max: 6 }),
    queue: fc.nat(6),
    turns: fc.nat(20),
  }),
  { selector: ({ name }) => name, maxLength: 6 },
);

/** Sends requests sequentially, each completed before the next. */
function serve(
  backends: readonly Bench[],
  count: number,
  key?: (index: number) => number,
): ReadonlyMap<string, number> {
  const counts = new Map(backends.map(({ name }) => [name, 0]));
  for (let index = 0; index < count; index += 1) {
    const chosen = chooseBackend(backends, key?.(index))?.backend;
    if (chosen === undefined) throw new Error('a backend has capacity');
    chosen.turns += 1 / chosen.weight;
    counts.set(chosen.name, (counts.get(chosen.name) ?? 0) + 1);
  }
  return counts;
}

describe('the choice of a backend', () => {
  it('picks a backend with a free slot, otherwise one with space in its queue, otherwise none', () => {
    fc.assert(
      fc.property(candidates, fc.option(fc.nat(), { nil: undefined }), (backends, key) => {
        const choice = chooseBackend(backends, key);
        const free = backends.filter(({ running, concurrency }) => running < concurrency);
        const withQueueSpace = backends.filter(({ waiting, queue }) => waiting < queue);
        const [admission, allowed] = free.length > 0 ? ['slot', free] : ['queue', withQueueSpace];
        expect(choice?.admission).toBe(allowed.length === 0 ? undefined : admission);
        expect(choice === undefined || allowed.includes(choice.backend)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('follows the weights exactly for sequential requests', () => {
    const counts = serve([candidate('a', { weight: 3 }), candidate('b', { weight: 2 }), candidate('c')], 600);
    expect([...counts.values()]).toEqual([300, 200, 100]);
  });

  it('follows the weights when requests overlap', () => {
    const backends = [candidate('a', { weight: 3 }), candidate('b', { weight: 1 })];
    for (let index = 0; index < 40; index += 1) {
      const chosen = chooseBackend(backends)?.backend;
      if (chosen !== undefined) chosen.running += 1;
    }
    expect(backends.map(({ running }) => running)).toEqual([30, 10]);
  });

  it('spreads new conversations by the weights', () => {
    const counts = serve(
      [candidate('a', { weight: 3 }), candidate('b', { weight: 2 }), candidate('c')],
      6000,
      (index) => index * 7919,
    );
    const shares = [...counts.values()].map((count) => count / 1000);
    expect(Math.abs((shares[0] ?? 0) - 3)).toBeLessThan(0.25);
    expect(Math.abs((shares[1] ?? 0) - 2)).toBeLessThan(0.25);
  });

  it('is the same for the same conversation, whatever else was sent where', () => {
    const backends = [candidate('a', { turns: 9 }), candidate('b', { turns: 5 }), candidate('c')];
    for (let key = 0; key < 100; key += 1)
      expect(chooseBackend(backends, key)?.backend.name).toBe(selectPreferredBackend(key, backends)?.name);
  });

  it('leaves the preferred backend of a conversation when its load clearly exceeds its share', () => {
    const [a, b] = [candidate('a'), candidate('b')];
    const [busy, idle] = selectPreferredBackend(1, [a, b]) === a ? [a, b] : [b, a];
    [busy.running, idle.running] = [10, 1];
    expect(chooseBackend([a, b], 1)?.backend).toBe(idle);
    busy.running = 3;
    expect(chooseBackend([a, b], 1)?.backend).toBe(busy);
  });

  it('never gives one backend more than slightly above its share, however much load its conversations cause', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 200 }), (keys) => {
        const backends = [candidate('a'), candidate('b'), candidate('c')];
        for (const key of keys) {
          const chosen = chooseBackend(backends, key)?.backend;
          if (chosen !== undefined) chosen.running += 1;
        }
        for (const { running } of backends)
          expect(running).toBeLessThanOrEqual(Math.ceil((1.25 * keys.length) / 3) + 2);
      }),
    );
  });
});

describe('the preferred backend of a conversation', () => {
  const slots = ['a', 'b', 'c', 'd'].map((name) => ({ name, weight: 1 }));
  const keys = Array.from({ length: 4000 }, (_, index) => index * 104_729);

  it('moves only when its backend leaves, and returns with it', () => {
    for (const removed of slots) {
      const rest = slots.filter((admission) => admission !== removed);
      for (const key of keys) {
        const preferredBackend = selectPreferredBackend(key, slots);
        assert.ok(preferredBackend === removed || selectPreferredBackend(key, rest) === preferredBackend);
      }
    }
    expect(new Set(keys.map((key) => selectPreferredBackend(key, slots))).size).toBe(4);
  });

  it('moves to a backend that is added, or not at all', () => {
    const more = [...slots, { name: 'e', weight: 1 }];
    const moved = keys.filter((key) => selectPreferredBackend(key, more) !== selectPreferredBackend(key, slots));
    expect(moved.every((key) => selectPreferredBackend(key, more)?.name === 'e')).toBe(true);
    expect(Math.abs(moved.length / keys.length - 0.2)).toBeLessThan(0.03);
  });

  it('does not depend on the order of the backends', () => {
    for (const key of keys.slice(0, 200))
      expect(selectPreferredBackend(key, slots.toReversed())).toBe(selectPreferredBackend(key, slots));
  });
});
