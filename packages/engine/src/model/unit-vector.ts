import { EngineError } from '../errors/engine-error.js';

/**
 * Scales the first `dimensions` values of a vector to length 1, so that the dot product of two vectors is their cosine
 * similarity. Throws `upstream-failed` for a vector without a direction.
 */
export function toUnitVector(values: ArrayLike<number>, dimensions: number = values.length): Float32Array {
  const vector = new Float32Array(dimensions);
  let squares = 0;
  for (let index = 0; index < dimensions; index += 1) {
    const value = values[index] ?? Number.NaN;
    squares += value * value;
    vector[index] = value;
  }
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new EngineError('upstream-failed', 'The model returned a vector without a direction.');
  // A vector that already has length 1 keeps the exact values that the model returned.
  if (Math.abs(length - 1) < roundingError) return vector;
  for (let index = 0; index < dimensions; index += 1) vector[index] = (values[index] ?? Number.NaN) / length;
  return vector;
}

/** How far the length of a vector of 32-bit values may be from 1. */
const roundingError = 1e-6;
