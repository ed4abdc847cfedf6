import { selectPreferredBackend, type WeightedBackend } from './select-preferred-backend.js';

/** A backend that is healthy enough to receive a request now. */
export interface Candidate extends WeightedBackend {
  readonly running: number;
  /** Requests queued for the backend. */
  readonly waiting: number;
  /** Maximum concurrent requests. */
  readonly concurrency: number;
  /** Maximum queued requests. */
  readonly queue: number;
  /**
   * Requests sent to the backend so far, each counted as one divided by its weight: of two equally loaded backends,
   * the lower one is next.
   */
  readonly turns: number;
}

export interface Choice<T> {
  readonly backend: T;
  /** Whether the request can run at once or has to queue. */
  readonly admission: 'slot' | 'queue';
}

/** Maximum load of a preferred backend relative to its share ... */
const maxLoadFactor = 1.25;
/** ... and as many requests on top, so that chance does not move conversations of a quiet service. */
const slack = 2;

/**
 * Selects the backend of a request: the preferred one, unless it is full or clearly above its share of the load, else
 * the least loaded for its weight. `undefined`: all backends and their queues are full.
 *
 * `key` identifies the conversation; without it there is no preferred backend.
 */
export function chooseBackend<T extends Candidate>(candidates: readonly T[], key?: number): Choice<T> | undefined {
  const free = candidates.filter(({ running, concurrency }) => running < concurrency);
  const pool = free.length > 0 ? free : candidates.filter(({ waiting, queue }) => waiting < queue);
  if (pool.length === 0) return undefined;
  const preferredBackend = key === undefined ? undefined : selectPreferredBackend(key, candidates);
  const backend =
    preferredBackend !== undefined && pool.includes(preferredBackend) && !exceedsLoadShare(preferredBackend, candidates)
      ? preferredBackend
      : leastBusy(pool);
  return { backend, admission: free.length > 0 ? 'slot' : 'queue' };
}

/** Bounded load: no backend gets clearly more than its share, however many requests its conversations send. */
function exceedsLoadShare(preferredBackend: Candidate, candidates: readonly Candidate[]): boolean {
  let load = 1;
  let weight = 0;
  for (const candidate of candidates) {
    load += loadOf(candidate);
    weight += candidate.weight;
  }
  return loadOf(preferredBackend) + 1 > Math.ceil((maxLoadFactor * load * preferredBackend.weight) / weight) + slack;
}

function leastBusy<T extends Candidate>(pool: readonly T[]): T {
  return pool.reduce((best, next) => {
    const difference = loadOf(next) / next.weight - loadOf(best) / best.weight;
    return difference < 0 || (difference === 0 && next.turns < best.turns) ? next : best;
  });
}

function loadOf({ running, waiting }: Candidate): number {
  return running + waiting;
}
