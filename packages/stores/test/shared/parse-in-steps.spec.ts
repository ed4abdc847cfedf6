import * as fc from 'fast-check';
import { runYielding } from '@org/engine';
import { runNow } from '@org/engine/storage';
import { elementsAt, endOfValue } from '#src/shared/json-ranges.js';
import { isLongContent, parseInSteps } from '#src/shared/parse-in-steps.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '[', ']}', ',', '\u0000', '\ud800'),
);
/** Names without escapes, because V8's own parser at times confuses a name with an escape with another one. */
const name = fc.string({ unit: fc.constantFrom('a', 'ß', ',', ':', '[', ']', '{', '}', ' ') });
const leaf = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('node'), { maxLength: 5 }),
    fc.dictionary(name, tie('node'), { maxKeys: 4 }),
  ),
})).node;
const utf8 = (of: unknown): Buffer => Buffer.from(JSON.stringify(of));
/** Makes an object long enough to be parsed in several steps. */
const padding = 'x'.repeat(262_144);

describe('parseInSteps', () => {
  it('returns what JSON.parse returns, for short and long objects, with both drivers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async (object) => {
        for (const parsed of [object, { ...object, padding }]) {
          const json = utf8(parsed);
          const expected = JSON.stringify(JSON.parse(json.toString()));
          expect(JSON.stringify(runNow(parseInSteps(json, (member) => member))) === expected).toBe(true);
          expect(JSON.stringify(await runYielding(parseInSteps(json, (member) => member))) === expected).toBe(true);
        }
      }),
    );
  });

  it('returns what JSON.parse returns for long values at any depth', () => {
    const units = ['a', '"', '\\', '\\"', '\n', '\u0001', '\ud800', 'ß', '世', '😀', '\u2028'];
    const textOf = (unit: string, before: number): string => 'x'.repeat(before) + unit.repeat(300_000);
    for (const [index, unit] of units.entries()) {
      const long = textOf(unit, index);
      for (const parsed of [
        { id: 'i', value: { content: [{ text: long, last: true }], [long]: 1 } },
        [[long, [long]], { ['__proto__']: { long } }, 'short', Number.MAX_VALUE],
      ]) {
        const json = utf8(parsed);
        const read = runNow(parseInSteps(json, (member) => member));
        expect(JSON.stringify(read) === json.toString()).toBe(true);
      }
    }
  });

  it('takes many steps for one long text', () => {
    const steps = parseInSteps(utf8({ value: [{ text: '"'.repeat(8_000_000) }] }), (member) => member);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(40);
  });

  it('fills each member and each element of the arrays of a long object', async () => {
    const list = Array.from({ length: 12_000 }, (_, n) => ({ n, text: `"[${n}]", `.repeat(n % 9) }));
    const json = utf8({ list, none: [], last: 1 });
    expect(isLongContent(json)).toBe(true);
    const steps = parseInSteps(json, (member) =>
      typeof member === 'number' ? member + 1 : { ...Object(member), filled: true },
    );
    const read = await runYielding(steps);
    expect(read).toEqual({ list: list.map((element) => ({ ...element, filled: true })), none: [], last: 2 });
  });

  it('replaces the value in place', () => {
    fc.assert(
      fc.property(fc.array(value), (list) => {
        const json = utf8([list, 'behind']);
        expect(Array.from(elementsAt(json, 1), ({ start, end }) => json.toString('utf8', start, end))).toEqual(
          list.map((element) => JSON.stringify(element)),
        );
        expect(json.toString('utf8', 1, endOfValue(json, 1))).toBe(JSON.stringify(list));
      }),
    );
  });
});
