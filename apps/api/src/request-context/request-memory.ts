/** The memory that a request has reserved. */
export interface RequestMemory {
  readonly bytes: number;
  /** Reserves memory up to `bytes` in all. Returns undefined where it is free, otherwise waits. */
  grow(bytes: number, signal?: AbortSignal): Promise<void> | undefined;
  /** {@link grow} for a received body: during a wait it returns all but `bytesInUse`, and new requests come later. */
  expand(bytes: number, bytesInUse: number, signal?: AbortSignal): Promise<void> | undefined;
  /** Returns all but `bytes`. */
  shrink(bytes: number): void;
  /** Returns everything, and ends all waits. */
  release(): void;
}
