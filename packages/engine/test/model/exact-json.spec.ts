import * as fc from 'fast-check';
import { jsonText, mayHoldExactNumbers, parseExact } from '#src/model/exact-json.js';

const long = ['1234567890123456789', '-12345678901234567890123', '9007199254740993', '0.12345678901234567891', '1e400', '1234567890.1234567890'];

describe('numbers that no double can hold', () => {
  it.each(long)('are written again as they were: %s', (number) => {
    const text = `{"id":${number},"list":[1,${number},{"deep":${number}}],"__proto__":${number}}`;
    expect(mayHoldExactNumbers(text)).toBe(true);
    expect(jsonText(parseExact(text) as object)).toBe(text);
  });

  it('are what JSON.parse makes of them for everybody else', () => {
    const text = `{"numbers":[${long.join(',')}]}`;
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  it('that were replaced are gone', () => {
    const value = parseExact('{"id":1234567890123456789,"list":[1234567890123456789]}') as { id: number; list: number[] };
    value.id = 2;
    value.list[0] = 3;
    expect(jsonText(value)).toBe('{"id":2,"list":[3]}');
  });

  it('leave every other JSON text as JSON.stringify has it', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(jsonText({ value: parseExact(JSON.stringify(value)) })).toBe(JSON.stringify({ value }))));
  });

  it.each(['{"a":1,"b":[0.5,-1.25]}', '{"price":19.990}', '[123456789012345]'])('are not suspected in %s', (text) => {
    expect(mayHoldExactNumbers(text)).toBe(false);
  });
});
