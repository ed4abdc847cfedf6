/** An operator's key that encrypts the content keys. */
export interface StoreKey {
  /** What the operator calls it. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
}

/**
 * Used instead of the first key: new content is stored in plaintext, and the following keys only decrypt what others
 * have encrypted with them.
 */
export const noStoreKey = 'none';

/** An entry of the operator's list of store keys. */
export type StoreKeyEntry = StoreKey | typeof noStoreKey;
