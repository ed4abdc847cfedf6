/**
 * @typedef {object} Setting options of a check
 * @property {number} seed
 * @property {number} scale 1 is the size in the goal
 * @property {'sqlite' | 'postgres'} store
 * @property {import('./seeded-random.mjs').SeededRandom} random
 * @property {(text: string) => void} progress
 */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} goal one sentence
 * @property {readonly ('sqlite' | 'postgres')[]} stores stores that the check applies to
 * @property {(setting: Setting) => Promise<{ did: string, figures: import('./figure.mjs').Figure[] }>} run
 */

/**
 * A count of the goal at this scale, at least `least`.
 * @param {number} full
 * @param {number} scale
 * @param {number} [least]
 */
export function scaled(full, scale, least = 1) {
  return Math.max(least, Math.round(full * scale));
}
