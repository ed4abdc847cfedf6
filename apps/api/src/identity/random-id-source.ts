import { systemClock, type Clock } from '@org/engine';
import type { IdSource } from '@org/engine';
import { randomBase62, toBase62 } from './base62.js';
import { randomBlocks } from '@org/engine';

/** Unix milliseconds in base 62 have seven digits until the year 2081. */
const timeLength = 7;

/** 62^22 is a little above 2^130. */
const randomLength = 22;

/**
 * Ids that cannot be guessed and sort by the time they were made: after the prefix, the milliseconds and 22 random letters
 * and digits (130 bits). A store writes neighbours next to each other then: with ids in no order, every index entry of
 * every turn is a page of its own to write.
 */
export function createRandomIdSource(clock: Clock = systemClock): IdSource {
  const random = randomBlocks();
  return { next: (prefix) => `${prefix}_${toBase62(clock.now(), timeLength)}${randomBase62(randomLength, random)}` };
}
