import * as fc from 'fast-check';
import { RetryBudget } from '#src/concurrency/retry-budget.js';

describe('the budget of retries', () => {
  it('starts with ten retries, gains a fifth of one with each request, and saves up to the given maximum', () => {
    const budget = new RetryBudget(11);
    const spendAll = (): number => {
      let given = 0;
      while (budget.withdraw()) given += 1;
      return given;
    };
    const earn = (requests: number): void => {
      for (let count = 0; count < requests; count += 1) budget.deposit();
    };
    expect(spendAll()).toBe(10);
    earn(4);
    expect(spendAll()).toBe(0);
    earn(11);
    expect(spendAll()).toBe(3);
    earn(1_000);
    expect(spendAll()).toBe(11);
  });

  it('never gives out more than ten and a fifth of the requests, nor more at once than may be saved up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ requests: fc.nat(400), retries: fc.nat(400) }), { maxLength: 20 }),
        fc.integer({ min: 10, max: 100 }),
        (rounds, max) => {
          const budget = new RetryBudget(max);
          let requests = 0;
          let retries = 0;
          for (const round of rounds) {
            for (let count = 0; count < round.requests; count += 1) budget.deposit();
            requests += round.requests;
            let given = 0;
            for (let count = 0; count < round.retries; count += 1) if (budget.withdraw()) given += 1;
            retries += given;
            expect(given).toBeLessThanOrEqual(max);
            expect(retries).toBeLessThanOrEqual(10 + requests / 5 + 1e-6);
          }
        },
      ),
    );
  });
});
