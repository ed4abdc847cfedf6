import { randomInt } from 'node:crypto';

/**
 * Tells one run of a request with an idempotency key from all others. Drawn and not counted: a count would begin anew with the row,
 * and a run from before could end one that came after. Fits a 32-bit column.
 */
export function newAttempt(): number {
  return randomInt(1, 2 ** 31);
}
