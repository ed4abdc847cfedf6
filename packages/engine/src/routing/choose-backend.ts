import { selectPreferredBackend, type WeightedBackend } from './home-of.js';

/** A backend that may be sent a request now, as far as its health goes. */
export interface Candidate extends WeightedBackend {
  readonly running: number;
  /** Requests in line for it. */
  readonly waiting: number;
  /** Most requests that run at once. */
  readonly concurrency: number;
  /** Most requests in line. */
  readonly queue: number;
  /** Requests that it was sent so far, each counted as one divided by its weight: of two that are equally busy, the lower one is next. */
  readonly turns: number;
}

export interface Choice<T> {
  readonly backend: T;
  /** Whether the request can run at once, or has to wait in line. */
  readonly admission: 'slot' | 'queue';
}

/** A home may have this much more than its share of the load ... */
const maxLoadFactor = 1.25;
/** ... and as many requests on top, so that chance does not move conversations of a quiet service. */
const slack = 2;

/**
 * Where a request goes: to its home, unless that is full or has clearly more than its share to do, else to whoever has
 * the least to do for its weight. `undefined`: all are full, and so are their lines.
 *
 * `key` is the conversation; without one there is no home.
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

/** Bounded load: nobody is sent more than its share and a bit, however much its conversations ask for. */
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
