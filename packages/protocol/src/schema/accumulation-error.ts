/** A stream that does not form a complete response: truncated, failed, or out of order. */
export class AccumulationError extends Error {
  override readonly name = 'AccumulationError';
}
