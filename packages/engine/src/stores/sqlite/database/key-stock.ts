import { newContentKey, prepareLock, type Lock } from '../../content-lock.js';
import type { KeyRing } from '../../key-ring.js';

/** So many keys are made in advance: what a large group of writes takes. */
const targetKeys = 32;

/** So many are made at a time: a write that comes meanwhile waits some microseconds for them. */
const atATime = 4;

/** A content key that nothing is locked with yet. */
export interface NewKey {
  readonly key: Uint8Array;
  /** As `KeyRing.close` made it. */
  readonly envelope: Buffer;
  /** For the first content. */
  readonly lock: Lock;
}

/** Content keys that were made while there was nothing to write: so the writer works half as long on a turn. */
export class KeyStock {
  readonly #made: NewKey[] = [];

  constructor(private readonly keys: KeyRing) {}

  take(): NewKey {
    return this.#made.pop() ?? this.#make();
  }

  /** Makes a few, and says whether there are enough now. */
  replenish(): boolean {
    for (let count = 0; count < atATime && this.#made.length < targetKeys; count += 1) this.#made.push(this.#make());
    return this.#made.length === targetKeys;
  }

  #make(): NewKey {
    const key = newContentKey();
    return { key, envelope: this.keys.close(key), lock: prepareLock(key) };
  }
}
