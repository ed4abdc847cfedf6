import * as fc from 'fast-check';
import { ModelMemory } from '#src/memory/model-memory.js';
import { planContext } from '#src/memory/plan-load.js';

const gib = 1024 ** 3;
/** A model of 8 billion parameters at 4.5 bits: 4.9 GiB, and 144 KiB for each token. */
const bytesWith = (tokens: number): number => 4.9 * gib + tokens * 147_456;
const header = { contextLength: 40_960 };

describe('the planned context', () => {
  it('is the trained one, for four conversations, where the memory suffices', () => {
    expect(planContext({ header, budget: 64 * gib, bytesWith })).toEqual({ slots: 4, contextLength: 40_960 });
  });

  it('is long enough for a coding agent before it serves several conversations', () => {
    const { slots, contextLength } = planContext({ header, budget: 12 * gib, bytesWith });
    expect(slots).toBe(1);
    expect(contextLength).toBeGreaterThan(32_768);
  });

  it('is shorter for as many conversations as the settings name', () => {
    const { slots, contextLength } = planContext({ header, budget: 12 * gib, bytesWith, slots: 4 });
    expect(slots).toBe(4);
    expect(contextLength).toBe(12_800);
  });

  it('is the one of the settings, at most the trained one', () => {
    expect(planContext({ header, budget: gib, bytesWith, contextLength: 16_384, slots: 2 })).toEqual({
      slots: 2,
      contextLength: 16_384,
    });
    expect(planContext({ header, budget: gib, bytesWith, contextLength: 100_000 }).contextLength).toBe(40_960);
  });

  it('never takes more than the budget, unless it has the minimum of 8,192 tokens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 256, max: 1_000_000 }),
        fc.double({ min: 0, max: 512, noNaN: true }),
        fc.option(fc.integer({ min: 1, max: 256 }), { nil: undefined }),
        (trained, gibibytes, givenSlots) => {
          const budget = gibibytes * gib;
          const plan = planContext({ header: { contextLength: trained }, budget, bytesWith, slots: givenSlots });
          expect(plan.contextLength).toBeLessThanOrEqual(Math.min(trained, 131_072));
          const allowed = plan.contextLength > 8_192 ? budget + 1 : Infinity;
          expect(bytesWith(plan.contextLength * plan.slots)).toBeLessThanOrEqual(allowed);
        },
      ),
    );
  });
});

describe('the memory for one model', () => {
  it('is shared with the models that are loaded at the same time', () => {
    const memory = new ModelMemory();
    expect(memory.shares).toBe(1);
    const withdraw = memory.announce(true);
    memory.announce(true);
    expect(memory.shares).toBe(2);
    memory.announce(false);
    memory.announce(false);
    expect(memory.shares).toBe(3);
    withdraw();
    expect(memory.shares).toBe(2);
  });
});
