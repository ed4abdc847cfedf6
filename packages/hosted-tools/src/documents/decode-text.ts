import { TextDecoder } from 'node:util';
import { DocumentError } from './document-error.js';

/**
 * The text of `bytes`: by their byte order mark, else by `charset`, else as UTF-8. Without `lenient`, bytes that are
 * no text in this encoding throw a {@link DocumentError}.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined, lenient = false): string {
  const decoder = decoderOf(markedCharset(bytes) ?? charset ?? 'utf-8', !lenient) ?? new TextDecoder('utf-8');
  try {
    return decoder.decode(bytes);
  } catch {
    throw new DocumentError('invalid_file', `The file is no text in ${decoder.encoding.toUpperCase()}.`);
  }
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decoderOf(charset: string, fatal: boolean): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    // An unknown name of a charset.
    return undefined;
  }
}
