/** A server's own words in a failure: one line of at most `most` characters, without characters that control something. */
export function plainText(text: string, most = 500): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
