// Pseudo-random numbers that are the same for the same seed, so that a failed run is reproducible.

/**
 * @typedef {object} SeededRandom
 * @property {() => number} next a number from 0 (inclusive) to 1 (exclusive)
 * @property {(below: number) => number} integer an integer from 0 (inclusive) to `below` (exclusive)
 * @property {<T>(values: readonly T[]) => T} pick one of `values`
 * @property {(share: number) => boolean} chance true for this share of the calls, 0 to 1
 * @property {(label: string) => SeededRandom} fork an independent source, so that concurrent tasks do not mix their values
 */

/**
 * @param {number | string} seed
 * @returns {SeededRandom}
 */
export function seededRandom(seed) {
  let state = hash(String(seed));
  // Mulberry32: 32 bits of state are plenty for choosing what to break.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below) => Math.floor(next() * below);
  return {
    next,
    integer,
    pick: (values) => values[integer(values.length)],
    chance: (share) => next() < share,
    fork: (label) => seededRandom(`${seed}/${label}`),
  };
}

/** FNV-1a. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
