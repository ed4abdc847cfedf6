/** The server's message in a failure: one line of at most `maxLength` characters, without control characters. */
export function plainText(text: string, maxLength = 500): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
