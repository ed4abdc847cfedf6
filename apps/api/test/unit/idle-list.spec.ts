import * as fc from 'fast-check';
import { IdleList, IdleNode } from '#src/http/connections/idle-list.js';

function valuesOf<Value>(list: IdleList<Value>): Value[] {
  const values: Value[] = [];
  for (let node = list.first; node !== undefined; node = node.next) values.push(node.value);
  return values;
}

describe('IdleList', () => {
  it('has the values and the order of a Set after any additions and deletions', () => {
    const change = fc.record({ index: fc.nat({ max: 5 }), adds: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const nodes = Array.from({ length: 6 }, (_, index) => new IdleNode(index));
        const list = new IdleList<number>();
        const set = new Set<number>();
        for (const { index, adds } of changes) {
          const node = nodes[index];
          if (node === undefined) continue;
          if (adds) {
            list.add(node);
            set.add(index);
          } else {
            list.delete(node);
            set.delete(index);
          }
          expect(valuesOf(list)).toEqual([...set]);
        }
      }),
    );
  });
});
