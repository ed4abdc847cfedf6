import { withWellFormedCharacters } from '#src/shared/with-well-formed-characters.js';

describe('half of a character in JSON text', () => {
  it.each([
    ['at the end', { text: 'Hi \ud83d' }, { text: 'Hi \ufffd' }],
    ['at the beginning', ['\ude00!'], ['\ufffd!']],
    ['after a backslash', '\\\ud83d', '\\\ufffd'],
    ['twice', '\ud83d\ud83d\ude00', '\ufffd\u{1f600}'],
  ])('is U+FFFD: %s', (_, value, expected) => {
    expect(JSON.parse(withWellFormedCharacters(JSON.stringify(value)))).toEqual(expected);
  });

  it('is none where both are adjacent, in whichever case', () => {
    for (const complete of ['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\u{1f600}"'])
      expect(withWellFormedCharacters(complete)).toBe(complete);
    expect(withWellFormedCharacters('"\\uD83D\\uDE00\\uD83D"')).toBe('"\\uD83D\\uDE00\\ufffd"');
  });

  it('is none where its escape is spelled', () => {
    const escapedText = JSON.stringify({ code: '\\ud83d', arguments: '{"a":"\\ud83d"}' });
    expect(withWellFormedCharacters(escapedText)).toBe(escapedText);
  });
});
