import * as fc from 'fast-check';
import { EscapedControls } from '#src/text/escaped-controls.js';

const escape = (...chunks: readonly string[]): string => {
  const controls = new EscapedControls();
  return chunks.map((chunk) => controls.push(chunk)).join('');
};

describe('a JSON object with control characters in its texts', () => {
  it.each([
    ['a line break and a tab', '{"a":"x\n\ty"}', { a: 'x\n\ty' }],
    ['those between its members, which may stay', '{\n\t"a" : "x\r\n"\n}', { a: 'x\r\n' }],
    ['quotes and backslashes that are escaped', '{"a\\\\":"\\"\n\\\\"}', { 'a\\': '"\n\\' }],
    ['one that has no letter of its own', '{"a":"\u0000\u001F"}', { a: '\u0000\u001F' }],
  ])('can be parsed: %s', (_, written, meant) => {
    expect(() => JSON.parse(written) as unknown).toThrow(SyntaxError);
    expect(JSON.parse(escape(written))).toEqual(meant);
  });

  it('is the same in any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '"', '\\', '\n', '\t', 'a', ' ', '}'), { maxLength: 40 }),
        fc.nat(40),
        fc.nat(40),
        (signs, one, other) => {
          const text = `{${signs.join('')}`;
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          expect(escape(text.slice(0, from), text.slice(from, to), text.slice(to))).toBe(escape(text));
        },
      ),
    );
  });

  it('leaves valid JSON unchanged, and so anything that is not an object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(escape(json)).toBe(json);
      }),
    );
    for (const text of ['"a\nb"', ' \n', 'He said "a\nb"', '["a\nb"]']) expect(escape(text)).toBe(text);
  });
});
