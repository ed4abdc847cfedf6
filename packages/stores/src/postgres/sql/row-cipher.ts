import type { Steps } from '@org/engine/storage';
import {
  encryptionOverheadBytes,
  encryptContent,
  newContentKey,
  decryptBytes,
  decryptContent,
  decryptInSteps,
} from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { bytesOf, toUtf8, type Row } from './rows.js';

/** Encrypts the contents of one row and of its dependent rows. A store without a key stores contents in plaintext. */
export class RowCipher {
  private constructor(
    /** The column `content_key`. */
    readonly envelope: Buffer | null,
    private readonly key: Uint8Array | undefined,
  ) {}

  /** Creates a new key if there is a store key to encrypt it. */
  static make(keys: KeyRing): RowCipher {
    if (keys.first === undefined) return new RowCipher(null, undefined);
    const key = newContentKey();
    return new RowCipher(keys.wrapKey(key), key);
  }

  /** The cipher of a row that has its `content_key`. */
  static of(keys: KeyRing, row: Row): RowCipher {
    if (row['content_key'] === null) return new RowCipher(null, undefined);
    const envelope = bytesOf(row, 'content_key');
    return new RowCipher(envelope, keys.unwrapKey(envelope));
  }

  /** The same key in a new envelope. */
  renew(keys: KeyRing): RowCipher {
    return this.key === undefined ? this : new RowCipher(keys.wrapKey(this.key), this.key);
  }

  get isPlaintext(): boolean {
    return this.key === undefined;
  }

  /** `text` may be in UTF-8 already. */
  encrypt(name: string, text: string | Buffer): Buffer {
    if (this.key !== undefined) return encryptContent(this.key, name, text);
    return typeof text === 'string' ? toUtf8(text) : text;
  }

  /** As {@link encrypt}, for what is no text. */
  encryptBytes(name: string, bytes: Uint8Array): Uint8Array {
    return this.key === undefined ? bytes : encryptContent(this.key, name, bytes);
  }

  /** What {@link encryptBytes} was given. */
  decryptBytes(name: string, bytes: Buffer): Uint8Array {
    return this.key === undefined ? bytes : decryptBytes(this.key, name, bytes);
  }

  /** What {@link encrypt} was given, in UTF-8. */
  *decryptInSteps(name: string, bytes: Buffer): Steps<Buffer> {
    if (this.key === undefined) return bytes;
    return yield* decryptInSteps(
      this.key,
      name,
      bytes.subarray(0, encryptionOverheadBytes),
      bytes.subarray(encryptionOverheadBytes),
    );
  }

  /** What {@link encrypt} was given. */
  decrypt(name: string, bytes: Buffer): string {
    return this.key === undefined ? bytes.toString('utf8') : decryptContent(this.key, name, bytes);
  }
}
