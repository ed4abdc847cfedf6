import * as fc from 'fast-check';
import { exactText, parseExact, parseToWrite } from '#src/model/exact-json.js';

const long = ['1234567890123456789', '-12345678901234567890123', '9007199254740993', '0.12345678901234567891', '1e400', '1234567890.1234567890'];

describe('numbers that no double can hold', () => {
  it.each(long)('are written again as they were: %s', (number) => {
    const text = `{"id":${number},"list":[1,${number},{"deep":${number}}],"__proto__":${number}}`;
    expect(exactText(parseExact(text) as object)).toBe(text);
    expect(JSON.stringify(parseToWrite(text))).toBe(text);
  });

  it('are what JSON.parse makes of them for everybody else', () => {
    const text = `{"numbers":[${long.join(',')}]}`;
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  it('that were replaced are gone', () => {
    const value = parseExact('{"id":1234567890123456789,"list":[1234567890123456789]}') as { id: number; list: number[] };
    value.id = 2;
    value.list[0] = 3;
    expect(exactText(value)).toBe('{"id":2,"list":[3]}');
  });

  it('leave every other JSON text as JSON.stringify has it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(exactText({ value: parseExact(text) })).toBe(JSON.stringify({ value }));
        expect(parseToWrite(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
