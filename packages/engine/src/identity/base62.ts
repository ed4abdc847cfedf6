const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from here on would make the first letters likelier than the rest, so they are thrown away. */
const fairBytes = 256 - (256 % alphabet.length);

/** `length` random letters and digits, each about 5.95 bits. `random` gives that many evenly spread bytes. */
export function randomBase62(length: number, random: (length: number) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** A number of at least 0 in base 62, padded on the left to `width`. */
export function toBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / alphabet.length)) text = alphabet.charAt(rest % alphabet.length) + text;
  return text.padStart(width, '0');
}
