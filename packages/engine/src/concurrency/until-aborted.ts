import { cancelled } from '../errors/cancelled.js';

/** What `work` comes to; throws `cancelled` as soon as `signal` aborts, whatever becomes of the work. */
export async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  if (signal.aborted) throw cancelled();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
