// Detects types by their leading bytes. The table is our own: it knows only the accepted types, so hostile bytes meet
// no parser before the model's.

const signatures: readonly { readonly type: string; readonly matches: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { type: 'image/gif', matches: (bytes) => ['GIF87a', 'GIF89a'].includes(bytes.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    matches: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  { type: 'application/pdf', matches: (bytes) => bytes.toString('latin1', 0, 5) === '%PDF-' },
];

/**
 * The MIME type of `bytes`: that of a known signature, or `text/plain` for UTF-8 without control characters that text does
 * not have. `undefined` for everything else.
 */
export function sniffMediaType(bytes: Buffer): string | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.type ?? (isText(bytes) ? 'text/plain' : undefined);
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function isText(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  for (const byte of bytes)
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
