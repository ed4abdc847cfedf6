import { randomInt } from 'node:crypto';

/**
 * Distinguishes one run of a request with an idempotency key from all others. The number is random: a counter would
 * restart with the row, and an earlier run could end a later one. Fits a 32-bit column.
 */
export function newAttempt(): number {
  return randomInt(1, 2 ** 31);
}
