import type { EngineError } from '../errors/engine-error.js';

const first = 1_000;
const maxPauseMs = 60_000;

/** Milliseconds to wait after failure number `tries`, for who has time: as long as was said, else longer each time. Some more by chance, so that not all come back at once. */
export function growingPause({ retryAfter }: EngineError, tries: number, chance: () => number = Math.random): number {
  const least =
    retryAfter === undefined ? Math.min(first * 2 ** (tries - 1), maxPauseMs) : Math.max(first, retryAfter * 1_000);
  return least + Math.min(least / 4, maxPauseMs) * chance();
}

/** The same where the model is merely busy; `undefined` where waiting cannot mend it. */
export function pauseWhileBusy(error: EngineError, tries: number, chance?: () => number): number | undefined {
  const isTransient = error.code === 'rate-limited' || error.code === 'overloaded';
  return isTransient && error.retryable !== false ? growingPause(error, tries, chance) : undefined;
}
