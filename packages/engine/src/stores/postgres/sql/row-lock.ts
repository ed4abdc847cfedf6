import type { Steps } from '../../../concurrency/steps.js';
import {
  lockBytes,
  lockContent,
  newContentKey,
  unlockBytes,
  unlockContent,
  unlockInSteps,
} from '../../content-lock.js';
import type { KeyRing } from '../../key-ring.js';
import { bytesOf, toUtf8, type Row } from './rows.js';

/** Encrypts the contents of one row and of its dependent rows. A store without a key stores contents in plaintext. */
export class RowLock {
  private constructor(
    /** The column `content_key`. */
    readonly envelope: Buffer | null,
    private readonly key: Uint8Array | undefined,
  ) {}

  /** Creates a new key if there is a store key to encrypt it. */
  static make(keys: KeyRing): RowLock {
    if (keys.first === undefined) return new RowLock(null, undefined);
    const key = newContentKey();
    return new RowLock(keys.close(key), key);
  }

  /** The lock of a row that has its `content_key`. */
  static of(keys: KeyRing, row: Row): RowLock {
    if (row['content_key'] === null) return new RowLock(null, undefined);
    const envelope = bytesOf(row, 'content_key');
    return new RowLock(envelope, keys.open(envelope));
  }

  /** The same key in a new envelope. */
  renew(keys: KeyRing): RowLock {
    return this.key === undefined ? this : new RowLock(keys.close(this.key), this.key);
  }

  get isOpen(): boolean {
    return this.key === undefined;
  }

  /** `text` may be in UTF-8 already. */
  lock(name: string, text: string | Buffer): Buffer {
    if (this.key !== undefined) return lockContent(this.key, name, text);
    return typeof text === 'string' ? toUtf8(text) : text;
  }

  /** As {@link lock}, for what is no text. */
  lockBytes(name: string, bytes: Uint8Array): Uint8Array {
    return this.key === undefined ? bytes : lockContent(this.key, name, bytes);
  }

  /** What {@link lockBytes} was given. */
  unlockBytes(name: string, bytes: Buffer): Uint8Array {
    return this.key === undefined ? bytes : unlockBytes(this.key, name, bytes);
  }

  /** What {@link lock} was given, in UTF-8. */
  *unlockInSteps(name: string, bytes: Buffer): Steps<Buffer> {
    if (this.key === undefined) return bytes;
    return yield* unlockInSteps(this.key, name, bytes.subarray(0, lockBytes), bytes.subarray(lockBytes));
  }

  /** What {@link lock} was given. */
  unlock(name: string, bytes: Buffer): string {
    return this.key === undefined ? bytes.toString('utf8') : unlockContent(this.key, name, bytes);
  }
}
