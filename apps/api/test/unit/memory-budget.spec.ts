import { MemoryBudget } from '#src/limits/memory-budget.js';

describe('The MemoryBudget for bodies', () => {
  const memoryBudget = new MemoryBudget({
    config: { limits: { maxBodyMemoryBytes: 100 } },
    outcomes: { listen: () => undefined },
  });

  it('is shared by all owners, at most half of it for one, and is available again after its release', () => {
    const [ada, bob, eve] = [
      memoryBudget.reservation('ada'),
      memoryBudget.reservation('bob'),
      memoryBudget.reservation('eve'),
    ];
    const full = expect.objectContaining({ code: 'overloaded', retryAfter: 1 });
    expect(() => ada.resize(51)).toThrow(full);
    ada.resize(50);
    expect(() => memoryBudget.reservation('ada').resize(1)).toThrow(full);
    bob.resize(30);
    expect(() => eve.resize(21)).toThrow(full);
    eve.resize(20);
    bob.resize(0);
    eve.resize(50);
    expect(() => bob.resize(1)).toThrow(full);
    ada.resize(49);
    bob.resize(1);
  });
});
