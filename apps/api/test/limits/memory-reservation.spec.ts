import { MemoryBudget } from '#src/limits/memory-budget.js';

/** A budget of 12 MB, of which one owner gets 5 MB. */
const budgetOf = (): MemoryBudget =>
  new MemoryBudget({
    config: { limits: { maxMemoryBytes: 12_000_000, maxQueueSeconds: 1 } },
    outcomes: { listen: () => undefined },
  });

describe('A memory reservation that reserves ahead', () => {
  it('takes what it reserves later from it, although the owner has used up its memory', () => {
    const budget = budgetOf();
    const first = budget.reservation('ada');
    expect(first.tryReserve(2_000_000, 2_000_000)).toBe(true);
    budget.reservation('ada').count(1_000_000);
    expect(first.add(1_500_000)).toBeUndefined();
    expect(first.add(500_000)).toBeUndefined();
    expect(budget.usedBytes).toBe(5_000_000);
    const waiting = first.add(1);
    expect(waiting).toBeDefined();
    first.release();
    return expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('waits only for what it reserves beyond that', () => {
    const budget = budgetOf();
    const [first, second] = [budget.reservation('ada'), budget.reservation('ada')];
    expect(first.tryReserve(1_000_000, 1_000_000)).toBe(true);
    expect(second.tryReserve(1_000_000, 1_000_000)).toBe(true);
    expect(first.add(1_500_000)).toBeUndefined();
    expect(second.add(1_500_000)).toBeUndefined();
    expect(budget.usedBytes).toBe(5_000_000);
  });

  it('has it still when the rest does not become free', async () => {
    const budget = budgetOf();
    const reservation = budget.reservation('ada');
    expect(reservation.tryReserve(3_000_000, 1_000_000)).toBe(true);
    await expect(reservation.add(2_500_000)).rejects.toMatchObject({ code: 'overloaded' });
    expect(reservation.add(1_000_000)).toBeUndefined();
    expect(budget.usedBytes).toBe(4_000_000);
  });

  it('reserves nothing when a part of it is not free', () => {
    const budget = budgetOf();
    expect(budget.reservation('ada').tryReserve(2_000_000, 2_000_000)).toBe(true);
    expect(budget.reservation('ada').tryReserve(500_000, 1_000_000)).toBe(false);
    expect(budget.usedBytes).toBe(4_000_000);
    expect(budget.reservation('eve').tryReserve(2_000_000, 2_000_000)).toBe(true);
  });
});
