const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from here on are discarded, because they would make the first letters more likely than the others. */
const fairBytes = 256 - (256 % alphabet.length);

/** `length` random letters and digits, each about 5.95 bits. `random` gives that many evenly spread bytes, which are overwritten. */
export function randomBase62(length: number, random: (length: number) => Buffer): string {
  let text = '';
  while (text.length < length) text += fairLetters(random(length - text.length));
  return text;
}

/**
 * The letters for the unbiased values of `bytes`. It overwrites the buffer, because appending letters to a string
 * costs more.
 */
function fairLetters(bytes: Buffer): string {
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? fairBytes;
    if (byte < fairBytes) bytes[length++] = alphabet.charCodeAt(byte % alphabet.length);
  }
  return bytes.toString('latin1', 0, length);
}

/** A number of at least 0 in base 62, padded on the left to `width`. */
export function toBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / alphabet.length))
    text = alphabet.charAt(rest % alphabet.length) + text;
  return text.padStart(width, '0');
}
