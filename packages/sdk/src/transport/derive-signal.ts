/**
 * Derives a signal from `signal` for one call. Node warns about a leak when many calls add listeners to one signal,
 * such as that of a program's shutdown.
 */
export function deriveSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  return signal === undefined ? undefined : AbortSignal.any([signal]);
}
