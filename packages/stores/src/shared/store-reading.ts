import type { StoreMemory } from '@org/engine/storage';

/** The limits of what a store reads. */
export interface StoreReading {
  /** Maximum bytes of history that one request reads. */
  readonly maxBytes: number;
  readonly memory: StoreMemory;
}
