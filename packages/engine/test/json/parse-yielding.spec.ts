import * as fc from 'fast-check';
import { elementsAt, endOfValue } from '#src/json/json-ranges.js';
import { parseYielding } from '#src/json/parse-yielding.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '[', ']}', ',', '\u0000', '\ud800'),
);
/** Without escapes: of V8's own parser it is known that it takes one name with an escape for another at times. */
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

describe('JSON that is read in pieces', () => {
  it('is what it is when it is read at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async (object) => {
        expect(JSON.stringify(await parseYielding(utf8(object), (member) => member))).toBe(
          JSON.stringify(JSON.parse(JSON.stringify(object))),
        );
      }),
    );
  });

  it('is the same in arrays of many pieces, each element of which is filled', async () => {
    const list = Array.from({ length: 5_000 }, (_, n) => ({ n, text: `"[${n}]", `.repeat(n % 9) }));
    const read = await parseYielding(utf8({ list, none: [], last: 1 }), (member) =>
      typeof member === 'number' ? member + 1 : { ...Object(member), filled: true },
    );
    expect(read).toEqual({ list: list.map((element) => ({ ...element, filled: true })), none: [], last: 2 });
  });

  it('stands where it is found', () => {
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
