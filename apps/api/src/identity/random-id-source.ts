import { systemClock, type Clock } from '@org/engine';
import type { IdSource } from '@org/engine';
import { randomBase62, toBase62 } from './base62.js';
import { randomBlocks } from '@org/engine';

/** Unix milliseconds in base 62 have seven digits until the year 2081. */
const timeLength = 7;

/** 62^22 is a little above 2^130. */
const randomLength = 22;

/**
 * Ids that are unguessable and sort by creation time: after the prefix, the milliseconds and 22 random letters and
 * digits (130 bits). A store thus writes neighbours next to each other; with unordered ids, every index entry of
 * every turn dirties its own page.
 */
export function createRandomIdSource(clock: Clock = systemClock): IdSource {
  const random = randomBlocks();
  return { next: (prefix) => `${prefix}_${toBase62(clock.now(), timeLength)}${randomBase62(randomLength, random)}` };
}
