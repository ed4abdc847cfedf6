import * as fc from 'fast-check';
import { JsonMemberReader } from '#src/shared/json-member-reader.js';

function read(text: string, cuts: readonly number[]): string {
  const reader = new JsonMemberReader('code');
  let member = '';
  let start = 0;
  for (const cut of [...cuts.map((one) => one % (text.length + 1)), text.length].sort((a, b) => a - b)) {
    member += reader.push(text.slice(start, cut));
    start = cut;
  }
  return member;
}

describe('A reader of one member of a JSON object', () => {
  it('gives its text, in any chunks and among any other members', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.nat(), { maxLength: 8 }),
        (code, before, after, cuts) => {
          const { code: _, ...others } = before;
          const { code: __, ...more } = after;
          const text = JSON.stringify({ ...others, nested: { code: 'no' }, list: ['code', { code: 'no' }], code });
          const complete = `${text.slice(0, -1)},${JSON.stringify({ end: more }).slice(1)}`;
          expect(read(complete, cuts)).toBe(code);
        },
      ),
    );
  });

  it('reads unicode escapes', () => {
    expect(read('{"code":"\\u00e4\\ud83d\\ude00\\n"}', [])).toBe('ä😀\n');
  });

  it('gives nothing of text that is no JSON', () => {
    expect(read('print(1)', [3])).toBe('');
  });
});
