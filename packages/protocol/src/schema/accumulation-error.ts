/** A stream that does not make an answer: cut, failed, or out of order. */
export class AccumulationError extends Error {
  override readonly name = 'AccumulationError';
}
