/** The reason why an expression has no automaton within the size limit. */
export class AutomatonError extends Error {
  override readonly name = 'AutomatonError';
}
