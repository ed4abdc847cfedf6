/**
 * @typedef {import('./attacker.mjs').Attacker} Attacker
 *
 * @typedef {object} Attack
 * @property {string} family name of the file that holds it
 * @property {string} name unique
 * @property {string} claim what the client does, for a reader of the report
 * @property {(attacker: Attacker) => unknown} [prepare] stores what `run` uses; its requests are not measured
 * @property {(attacker: Attacker, prepared: any) => Promise<unknown>} run ends by itself, or at the time limit
 * @property {boolean} [isLocal] both keys use the local model instead of an upstream
 * @property {object} [attackerLimits] `keyLimits` of the attacker's key
 * @property {number} [descriptors] open files that the service may have
 * @property {boolean} [needsDisk] writes gigabytes at full scale
 */

/**
 * Defines the attacks of a family.
 * @param {string} family
 * @param {readonly Omit<Attack, 'family'>[]} attacks
 * @returns {readonly Attack[]}
 */
export function attacksOf(family, attacks) {
  return attacks.map((attack) => ({ family, ...attack }));
}
