import * as fc from 'fast-check';
import type { AttributeFilter, AttributeValue } from '#src/model/hosted-tool.js';
import { attributeMatcher, matchesAttributes } from '#src/retrieval/match-attributes.js';

const attributes = { year: 2026, title: 'Pump', draft: false, code: '1' };

describe('An attribute filter', () => {
  it.each<[AttributeFilter, boolean]>([
    [{ type: 'eq', key: 'year', value: 2026 }, true],
    [{ type: 'eq', key: 'code', value: 1 }, false],
    [{ type: 'eq', key: 'draft', value: false }, true],
    [{ type: 'eq', key: 'draft', value: 0 }, false],
    [{ type: 'ne', key: 'code', value: 1 }, true],
    [{ type: 'ne', key: 'year', value: 2026 }, false],
    [{ type: 'gt', key: 'year', value: 2025 }, true],
    [{ type: 'gt', key: 'year', value: 2026 }, false],
    [{ type: 'gte', key: 'year', value: 2026 }, true],
    [{ type: 'lt', key: 'title', value: 'Q' }, true],
    [{ type: 'lte', key: 'title', value: 'Pump' }, true],
    [{ type: 'lt', key: 'code', value: 2 }, false],
    [{ type: 'lt', key: 'draft', value: true }, false],
    [{ type: 'in', key: 'code', values: [1, '1'] }, true],
    [{ type: 'in', key: 'code', values: [1, true] }, false],
    [{ type: 'in', key: 'code', values: [] }, false],
    [{ type: 'nin', key: 'code', values: [1] }, true],
    [{ type: 'nin', key: 'code', values: ['1'] }, false],
    [{ type: 'and', filters: [] }, true],
    [{ type: 'or', filters: [] }, false],
  ])('%j gives %s', (filter, expected) => {
    expect(matchesAttributes(filter, attributes)).toBe(expected);
  });

  it('takes an attribute that a file does not have for equal to nothing', () => {
    for (const key of ['missing', 'toString', '__proto__', 'constructor']) {
      expect(matchesAttributes({ type: 'eq', key, value: 'x' }, attributes)).toBe(false);
      expect(matchesAttributes({ type: 'lt', key, value: 'x' }, attributes)).toBe(false);
      expect(matchesAttributes({ type: 'ne', key, value: 'x' }, attributes)).toBe(true);
      expect(matchesAttributes({ type: 'nin', key, values: ['x'] }, attributes)).toBe(true);
    }
  });

  it('compares each file with a list in one step', () => {
    const list = Array.from({ length: 100_000 }, (_, at) => at);
    let reads = 0;
    const values = new Proxy(list, {
      get(target, name, receiver): unknown {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const matches = attributeMatcher({ type: 'in', key: 'year', values });
    expect(Array.from({ length: 100 }, () => matches({ year: -1 }))).not.toContain(true);
    expect(matches({ year: 99_999 })).toBe(true);
    expect(reads).toBe(list.length);
  });

  const values = fc.oneof(fc.string(), fc.integer({ min: -3, max: 3 }), fc.boolean());
  const keys = fc.constantFrom('a', 'b', '__proto__');
  const files: fc.Arbitrary<Record<string, AttributeValue>> = fc.dictionary(keys, values);

  it('and its negation never both match a file', () => {
    fc.assert(
      fc.property(keys, values, fc.array(values), files, (key, value, list, file) => {
        const matches = (filter: AttributeFilter): boolean => matchesAttributes(filter, file);
        expect(matches({ type: 'eq', key, value })).toBe(!matches({ type: 'ne', key, value }));
        expect(matches({ type: 'in', key, values: list })).toBe(!matches({ type: 'nin', key, values: list }));
        expect(matches({ type: 'gt', key, value }) && matches({ type: 'lte', key, value })).toBe(false);
        expect(matches({ type: 'gte', key, value })).toBe(
          matches({ type: 'gt', key, value }) || (typeof value !== 'boolean' && matches({ type: 'eq', key, value })),
        );
      }),
    );
  });
});
