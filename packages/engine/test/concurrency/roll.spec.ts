import * as fc from 'fast-check';
import { Roll } from '#src/concurrency/roll.js';

describe('a roll', () => {
  it('has whoever a set would have, whatever came and went', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 9 })));
    fc.assert(
      fc.property(changes, (moves) => {
        const members = Array.from({ length: 10 }, () => ({ place: -1 }));
        const roll = new Roll<{ place: number }>();
        const set = new Set<{ place: number }>();
        for (const [comes, which] of moves) {
          const member = members[which] ?? { place: -1 };
          if (!comes) {
            roll.delete(member);
            set.delete(member);
          } else if (!set.has(member)) {
            roll.add(member);
            set.add(member);
          }
          expect(roll.size).toBe(set.size);
          expect(new Set(roll)).toEqual(set);
        }
      }),
    );
  });

  it('reaches everybody though they leave while it is read', () => {
    const roll = new Roll<{ place: number }>();
    for (let count = 0; count < 5; count += 1) roll.add({ place: -1 });
    let met = 0;
    for (const member of roll) {
      roll.delete(member);
      met += 1;
    }
    expect(met).toBe(5);
    expect(roll.size).toBe(0);
  });
});
