import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '../request-context/request-context.js';
import type { MemoryReservation } from './memory-reservation.js';

/** What memory is reserved for: a request, or the reservation of a job. */
export type MemoryHolder = RequestContext | MemoryReservation;

const holders = new AsyncLocalStorage<MemoryHolder>();

/** Runs `run`, and all that follows from it, for `holder`: what a store reads meanwhile counts as its memory. */
export function runWithMemory<Result>(holder: MemoryHolder, run: () => Result): Result {
  return holders.run(holder, run);
}

/** What the caller works for. Absent: the service itself. */
export function currentHolder(): MemoryHolder | undefined {
  return holders.getStore();
}
