/** Encoding of the text. UTF-8 cannot represent a lone surrogate, so such a text is encoded as UTF-16. */
const utf8 = 1;
const utf16 = 2;

/** Any JavaScript string as bytes, and no two strings as the same bytes. */
export function toPlainBytes(text: string): Buffer {
  return text.isWellFormed()
    ? Buffer.concat([Buffer.of(utf8), Buffer.from(text, 'utf8')])
    : Buffer.concat([Buffer.of(utf16), Buffer.from(text, 'utf16le')]);
}

/** The string that {@link toPlainBytes} turned into these bytes. */
export function fromPlainBytes(bytes: Buffer): string | undefined {
  const body = bytes.subarray(1);
  switch (bytes[0]) {
    case utf8:
      return body.toString('utf8');
    case utf16:
      return body.toString('utf16le');
    default:
      return undefined;
  }
}
