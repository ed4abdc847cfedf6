/** Scripts that write words without spaces: their terms are pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

/** The terms of a text by which it is found: words without case and accents, and pairs of ideographs. */
export function termsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  const words = plain.replaceAll(unspaced, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = (plain.match(unspaced) ?? []).flatMap(pairsOf);
  return [...words, ...pairs];
}

function pairsOf(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
