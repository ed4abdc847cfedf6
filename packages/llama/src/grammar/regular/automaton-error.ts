/** Why an expression has no automaton that is small enough. */
export class AutomatonError extends Error {
  override readonly name = 'AutomatonError';
}
