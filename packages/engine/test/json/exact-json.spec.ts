import * as fc from 'fast-check';
import { parseExactly } from '#src/json/exact-json.js';

describe('JSON that is passed on', () => {
  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '[9007199254740992,{"a":123456789012345678.125}]',
    '0.12345678901234567890',
    '-25448.083361563296',
  ])('preserves the digits of %s', (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });

  it.each(['1.0', '[20.0,-2.50,0.0]', '{"a":1e3,"b":[1E+2,-0]}', '1e400'])(
    'writes %s again as it was written',
    (text) => {
      expect(JSON.stringify(parseExactly(text))).toBe(text);
    },
  );

  it('is the value that JSON.parse gives where no digit is lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(parseExactly(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
    expect(parseExactly('{"text":"12345678901234567890","n":9007199254740991}')).toEqual({
      text: '12345678901234567890',
      n: 9007199254740991,
    });
  });
});
