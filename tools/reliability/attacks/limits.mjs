// What an attack may do to the service and to others.

/** Resident memory of the service and its children. */
export const maxMegabytes = 700;
export const maxHealthMs = 1_000;
/** The victim's 99th percentile, relative to the quiet time right before. */
export const maxRatio = 1.5;
/** A delay that other programs of the machine cause without any attack; a higher p99 than this must be above the ratio, too. */
export const defaultNoiseMs = 20;

/**
 * The highest p99 of the victim during an attack.
 * @param {number} quietP99
 * @param {number} noiseMs
 */
export function maxVictimMs(quietP99, noiseMs) {
  return Math.max(maxRatio * quietP99, quietP99 + noiseMs);
}

/**
 * The reasons for which an attack counts as successful, in a sentence each; empty if the service withstood it.
 * @param {Omit<import('./run-attack.mjs').AttackResult, 'faults'>} result
 * @param {number} noiseMs
 * @param {number} slack factor of all times, on a machine that does other work
 */
export function faultsOf({ treePeakMb, exit, health, quiet, victim, found }, noiseMs, slack = 1) {
  const highest = maxVictimMs(quiet.p99, noiseMs * slack);
  const failed = Object.entries(victim.failures).map(([status, count]) => `${count} with ${status}`);
  return [
    ...(treePeakMb > maxMegabytes ? [`${Math.round(treePeakMb)} MB of ${maxMegabytes}`] : []),
    ...(exit === undefined ? [] : [`the service ended: ${exit}`]),
    ...(health.slowestMs > maxHealthMs * slack ? [`health took ${Math.round(health.slowestMs)} ms`] : []),
    ...health.failures,
    ...(victim.p99 > highest ? [`victim p99 ${Math.round(victim.p99)} ms of ${Math.round(highest)}`] : []),
    ...(failed.length > 0 ? [`victim's requests failed: ${failed.join(', ')}`] : []),
    ...found,
  ];
}
