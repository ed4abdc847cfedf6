import type { Random } from './grammar-walk.js';

/** A small pseudo-random number generator with a seed, so that a failure is reproducible. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
