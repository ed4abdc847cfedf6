import { newContentKey, prepareEncryption, type EncryptOnce } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';

/** So many keys are made in advance: what a large group of writes takes. */
const targetKeys = 32;

/** Number of keys made at a time: a write that arrives during the creation waits some microseconds. */
const atATime = 4;

/** A content key that has encrypted nothing yet. */
export interface NewKey {
  readonly key: Uint8Array;
  /** As `KeyRing.close` made it. */
  readonly envelope: Buffer;
  /** For the first content. */
  readonly encrypt: EncryptOnce;
}

/** Content keys made while the writer is idle, which halves its work on a turn. */
export class KeyStock {
  readonly #made: NewKey[] = [];

  constructor(private readonly keys: KeyRing) {}

  take(): NewKey {
    return this.#made.pop() ?? this.#make();
  }

  /** Makes some keys and returns whether the stock is full. */
  replenish(): boolean {
    for (let count = 0; count < atATime && this.#made.length < targetKeys; count += 1) this.#made.push(this.#make());
    return this.#made.length === targetKeys;
  }

  #make(): NewKey {
    const key = newContentKey();
    return { key, envelope: this.keys.wrapKey(key), encrypt: prepareEncryption(key) };
  }
}
