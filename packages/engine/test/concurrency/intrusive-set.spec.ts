import * as fc from 'fast-check';
import { IntrusiveSet } from '#src/concurrency/intrusive-set.js';

describe('an intrusive set', () => {
  it('has the same members as a Set after any additions and removals', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 9 })));
    fc.assert(
      fc.property(changes, (moves) => {
        const members = Array.from({ length: 10 }, () => ({ setIndex: -1 }));
        const intrusiveSet = new IntrusiveSet<{ setIndex: number }>();
        const set = new Set<{ setIndex: number }>();
        for (const [comes, which] of moves) {
          const member = members[which] ?? { setIndex: -1 };
          if (!comes) {
            intrusiveSet.delete(member);
            set.delete(member);
          } else if (!set.has(member)) {
            intrusiveSet.add(member);
            set.add(member);
          }
          expect(intrusiveSet.size).toBe(set.size);
          expect(new Set(intrusiveSet)).toEqual(set);
        }
      }),
    );
  });

  it('visits every member though members leave during iteration', () => {
    const intrusiveSet = new IntrusiveSet<{ setIndex: number }>();
    for (let count = 0; count < 5; count += 1) intrusiveSet.add({ setIndex: -1 });
    let met = 0;
    for (const member of intrusiveSet) {
      intrusiveSet.delete(member);
      met += 1;
    }
    expect(met).toBe(5);
    expect(intrusiveSet.size).toBe(0);
  });
});
