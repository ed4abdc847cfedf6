import type { StoreMemory } from '@org/engine';
import { bytesToRead, bytesToWrite } from '../config/settings/memory-shares.js';
import type { MemoryBudget } from './memory-budget.js';
import { currentHolder, type MemoryHolder } from './memory-holder.js';
import { MemoryReservation } from './memory-reservation.js';

/** Contents up to this size are in memory before they are reserved. */
const maxShortBytes = 262_144;

/**
 * Reserves what the store reads for the request or job that the caller works for, until that ends. What the service
 * reads for itself is bounded by its own code.
 */
export function createStoreMemory(memoryBudget: MemoryBudget): StoreMemory {
  /** The largest page of a log that each holder has read. */
  const pageBytes = new WeakMap<MemoryHolder, number>();
  const reserve = (holder: MemoryHolder, bytes: number): Promise<void> | undefined => {
    // The last steps of work whose client has disconnected read little.
    if (bytes <= maxShortBytes && isAborted(holder)) return undefined;
    return memoryBudget.reserveMore(holder, bytes * bytesToRead);
  };
  return {
    reserve: (_owner, bytes) => {
      const holder = currentHolder();
      return holder === undefined ? undefined : reserve(holder, bytes);
    },
    reservePage: (_owner, bytes) => {
      const holder = currentHolder();
      // Each connection may have a short page, which never fails a stream.
      if (holder === undefined || bytes <= maxShortBytes) return undefined;
      const before = pageBytes.get(holder) ?? 0;
      if (bytes <= before) return undefined;
      const waiting = reserve(holder, bytes - before);
      if (waiting !== undefined) return waiting.then(() => void pageBytes.set(holder, bytes));
      pageBytes.set(holder, bytes);
      return undefined;
    },
    count: (owner, bytes) => {
      const reservation = memoryBudget.reservation(owner);
      reservation.count(bytes * bytesToWrite);
      return () => reservation.release();
    },
  };
}

function isAborted(holder: MemoryHolder): boolean {
  return !(holder instanceof MemoryReservation) && holder.signal.aborted;
}
