import { DamagedContentError, type Steps } from '@org/engine/storage';
import { decryptInSteps, encryptionOverheadBytes } from '../shared/content-cipher.js';
import type { KeyRing } from '../shared/key-ring.js';
import { bytesOf, type Row } from './database/statements.js';

/** A content as a query found it: plain values, which the reader thread decrypts in place and sends to the main thread. */
export interface StoredContent {
  /** The envelope of its key. Otherwise the reader thread has decrypted `body`, or found it damaged. */
  envelope: Uint8Array | 'decrypted' | 'damaged';
  /** As the content was encrypted with. */
  readonly name: string;
  readonly nonceAndTag: Uint8Array;
  body: Uint8Array;
}

/** The content of a row that has its nonce and tag in a column of their own, and the envelope as `key`. */
export function contentIn(row: Row, name: string): StoredContent {
  return {
    envelope: bytesOf(row, 'key'),
    name,
    nonceAndTag: bytesOf(row, 'nonce_and_tag'),
    body: bytesOf(row, 'content'),
  };
}

/** A content that has its nonce and tag before it. */
export function joinedContent(envelope: Uint8Array, name: string, content: Uint8Array): StoredContent {
  return {
    envelope,
    name,
    nonceAndTag: content.subarray(0, encryptionOverheadBytes),
    body: content.subarray(encryptionOverheadBytes),
  };
}

/** The plaintext, which replaces a long content. Throws `DamagedContentError`, and `internal` for a key that is not here. */
export function* decryptStored(keys: KeyRing, content: StoredContent): Steps<Buffer> {
  const { envelope, name, nonceAndTag, body } = content;
  if (envelope === 'damaged') throw new DamagedContentError(new Error('The reader thread could not decrypt it.'));
  if (envelope === 'decrypted') return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return yield* decryptInSteps(keys.unwrapKey(envelope), name, nonceAndTag, body);
}
