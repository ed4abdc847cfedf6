import type { IdSource } from '../ports/id-source.js';
import { randomBase62 } from './base62.js';
import { randomBlocks } from './random-bytes.js';

/** 62^22 is a little above 2^130. */
const idLength = 22;

/** Ids that cannot be guessed: 22 random letters and digits (130 bits) after the prefix. */
export function createRandomIdSource(): IdSource {
  const random = randomBlocks();
  return { next: (prefix) => `${prefix}_${randomBase62(idLength, random)}` };
}
