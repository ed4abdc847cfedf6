import { textCharacterExcept } from './regular/char-set.js';
import { anyOf, literal, type Gbnf } from './gbnf.js';

/** Any text up to a marker, and the marker. It is unambiguous, however often the marker starts. */
export function textUntil(gbnf: Gbnf, marker: string): string {
  const chars = [...marker];
  const letters = [...new Set(chars)];
  /** The length of the marker prefix at the end of the read text, one letter later. */
  const after = (read: number, letter: string): number => {
    const seen = [...chars.slice(0, read), letter];
    for (let length = Math.min(seen.length, chars.length); length > 0; length -= 1) {
      if (seen.slice(-length).join('') === chars.slice(0, length).join('')) return length;
    }
    return 0;
  };
  const ruleOf = (read: number): string =>
    gbnf.shared(`until-${read}`, () => {
      const leading = letters.map((letter) => [letter, after(read, letter)] as const).filter(([, next]) => next > 0);
      const alternatives = leading.map(
        ([letter, next]) => `${literal(letter)} ${next === chars.length ? '' : ruleOf(next)}`,
      );
      return anyOf([
        ...alternatives,
        `${textCharacterExcept(leading.map(([letter]) => letter.codePointAt(0) ?? 0))} ${ruleOf(0)}`,
      ]);
    });
  return ruleOf(0);
}
