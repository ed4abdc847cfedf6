import type { Steps } from '../concurrency/steps.js';
import { TopChunks, type RankedChunk } from './top-chunks.js';

/** Number of products of one step: about a millisecond for vectors of 768 numbers. */
const productsPerStep = 500_000;

/** The vectors of chunks, one after the other, as little-endian float32. */
export function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) all.set(vector, index * dimensions);
  return new Uint8Array(all.buffer);
}

/** Finds the chunks whose vectors have the greatest product with one vector: an exact scan of all segments. */
export class VectorSearch {
  readonly #top: TopChunks;

  constructor(
    private readonly vector: Float32Array,
    limit: number,
  ) {
    this.#top = new TopChunks(limit);
  }

  /** `bytes`: what {@link encodeVectors} made of vectors of the same length. */
  *add(segment: number, bytes: Uint8Array): Steps<void> {
    const vectors = toFloats(bytes);
    const { vector } = this;
    const dimensions = vector.length;
    const chunks = dimensions === 0 ? 0 : Math.floor(vectors.length / dimensions);
    const perStep = Math.max(1, Math.floor(productsPerStep / Math.max(1, dimensions)));
    for (let from = 0; from < chunks; from += perStep) {
      const to = Math.min(chunks, from + perStep);
      for (let chunk = from; chunk < to; chunk++) {
        const score = product(vector, vectors, chunk * dimensions);
        if (score > this.#top.minScore) this.#top.add(segment, chunk, score);
      }
      yield;
    }
  }

  // A generator as that of the lexical search, which has work left.
  // oxlint-disable-next-line require-yield
  *finish(): Steps<readonly RankedChunk[]> {
    return this.#top.best;
  }
}

/** Four sums at a time: each addition would otherwise wait for the one before. */
function product(vector: Float32Array, vectors: Float32Array, at: number): number {
  const { length } = vector;
  const end = length - (length % 4);
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let index = 0; index < end; index += 4) {
    one += (vector[index] ?? 0) * (vectors[at + index] ?? 0);
    two += (vector[index + 1] ?? 0) * (vectors[at + index + 1] ?? 0);
    three += (vector[index + 2] ?? 0) * (vectors[at + index + 2] ?? 0);
    four += (vector[index + 3] ?? 0) * (vectors[at + index + 3] ?? 0);
  }
  for (let index = end; index < length; index++) one += (vector[index] ?? 0) * (vectors[at + index] ?? 0);
  return one + two + three + four;
}

function toFloats(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 4));
}
