import { OwnerRate } from '#src/shared/owner-rate.js';

describe('the limit of an owner', () => {
  it('is free again as time passes, and never exceeds its maximum', () => {
    let now = 0;
    const rate = new OwnerRate(2, () => now);
    expect([rate.take('a'), rate.take('a'), rate.take('a')]).toEqual([true, true, false]);
    now = 30_000;
    expect([rate.take('a'), rate.take('a')]).toEqual([true, false]);
    now = 600_000;
    expect([rate.take('a', 3), rate.take('a', 2), rate.take('a')]).toEqual([false, true, false]);
  });

  it('does not exist without a maximum', () => {
    expect(new OwnerRate(undefined).take('a', 1_000)).toBe(true);
  });
});
