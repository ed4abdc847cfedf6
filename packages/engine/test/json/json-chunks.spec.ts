import * as fc from 'fast-check';
import { isLongJson, jsonChunks, textChunks } from '#src/json/json-chunks.js';
import { parseExactly } from '#src/json/exact-json.js';

const long = (unit: string): string => unit.repeat(Math.ceil(600_000 / unit.length));

describe('JSON in chunks', () => {
  it('equals JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect([...jsonChunks({ value })].join('')).toBe(JSON.stringify({ value })),
      ),
    );
  });

  it.each([
    ['text', { a: long('abc'), b: [long('"\\\n'), long('\u0001é漢'), ''], c: null }],
    ['characters of two units, at every place', { a: long('😀'), b: `x${long('😀')}` }],
    ['halves of characters', { a: long('\ud83d'), b: long('\ude00x') }],
    ['a long name', { [long('n"')]: 1 }],
    [
      'many members',
      {
        list: Array.from({ length: 50_000 }, (_, n) => ({ n, s: String(n), nothing: undefined })),
        more: [undefined, true, [], {}],
      },
    ],
    ['members that are not there', { nothing: undefined, text: long('a') }],
    ['an object of nothing but members that are not there', [{ [long('a')]: undefined }, long('a')]],
    ['many short numbers', [parseExactly(`[${'1.0,'.repeat(100_000)}0]`), {}]],
    ['numbers as they were written', { n: parseExactly('[12345678901234567890, 1.0]'), text: long('a') }],
  ])('equals JSON.stringify for %s, without a long chunk or one that ends within a character', (_, value) => {
    const chunks = [...jsonChunks(value)];
    expect(chunks.join('') === JSON.stringify(value)).toBe(true);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every((chunk) => Buffer.from(chunk).toString() === chunk)).toBe(true);
  });

  it('is of use for long values alone, and these are not read to their end to find that out', () => {
    expect(isLongJson({ type: 'delta', text: 'a'.repeat(1_000), list: [1, null, undefined] })).toBe(false);
    expect(isLongJson({ text: long('a') })).toBe(true);
    expect(isLongJson(Array.from({ length: 400_000 }, () => 0))).toBe(true);
    const endless = new Proxy({}, { ownKeys: () => [], get: () => endless });
    const unread = {
      get member(): string {
        throw new Error('read');
      },
    };
    expect(isLongJson([long('a'), unread, endless])).toBe(true);
  });

  it('accepts an existing text, too', () => {
    const text = `x${long('😀')}`;
    const chunks = [...textChunks(text)];
    expect(chunks.join('')).toBe(text);
    expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
    expect([...textChunks('')]).toEqual([]);
  });
});
