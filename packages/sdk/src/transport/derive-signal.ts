/**
 * A signal that is aborted with `signal`, for one call to listen to: where many calls share one, as that of a program's end, Node takes
 * a listener of each for a leak and warns.
 */
export function deriveSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  return signal === undefined ? undefined : AbortSignal.any([signal]);
}
