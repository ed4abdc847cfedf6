import type { Random } from './grammar-walk.js';

/** A small source of pseudo-random numbers, so that a failure can be seen again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
