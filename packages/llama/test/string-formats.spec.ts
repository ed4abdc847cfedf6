import { isIPv6 } from 'node:net';

import { automatonOf } from '#src/grammar/regular/automaton.js';
import { readPattern } from '#src/grammar/regular/pattern-reader.js';
import { stringFormat } from '#src/grammar/json/string-formats.js';

/** Returns whether a model constrained to the format can generate the text. */
function writer(format: string): (text: string) => boolean {
  const automaton = automatonOf(readPattern(stringFormat(format) ?? '$.'));
  return (text) => {
    let state = automaton[0];
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      const step = state?.steps.find(
        (one) => one.kind === 'character' && one.ranges.some(([low, high]) => low <= code && code <= high),
      );
      state = step === undefined ? undefined : automaton[step.to];
    }
    return state?.accepts === true;
  };
}

describe('a text of a format', () => {
  const years = [1600, 1899, 1900, 1996, 1999, 2000, 2023, 2024, 2026, 2100, 2400, 2999];

  /** The days 1 to 31 of every month, and whether there are such. */
  const days = years.flatMap((year) =>
    Array.from({ length: 12 * 31 }, (_, index) => {
      const [month, day] = [Math.floor(index / 31), (index % 31) + 1];
      const date = new Date(Date.UTC(year, month, day));
      return {
        text: `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
        exists: date.getUTCMonth() === month,
      };
    }),
  );

  it('accepts every existing date and no other', () => {
    const [isDate, isMoment] = [writer('date'), writer('date-time')];
    for (const { text, exists } of days) {
      expect([text, isDate(text)]).toEqual([text, exists]);
      expect([text, isMoment(`${text}T23:59:59Z`)]).toEqual([text, exists]);
    }
  });

  it.each([
    '::',
    '::1',
    '1::',
    '2001:db8::8a2e:370:7334',
    'fe80::1:2',
    '2001:0DB8:0:0:0:0:0:1',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2::4:5:6:7:8',
  ])('is the address %s', (text) => {
    expect([isIPv6(text), writer('ipv6')(text)]).toEqual([true, true]);
  });

  it.each([
    '',
    ':',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    '1:2:3:4::5:6:7:8',
    ':1',
    '1:',
    'g::',
  ])('is not the address "%s"', (text) => {
    expect([isIPv6(text), writer('ipv6')(text)]).toEqual([false, false]);
  });
});
