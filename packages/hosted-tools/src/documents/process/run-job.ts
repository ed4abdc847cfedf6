import type { ChildProcess } from 'node:child_process';
import { cancelled } from '@org/engine';
import { DocumentError } from '../document-error.js';
import type { DocumentLimits } from '../document.js';
import type { ParserJob, ParserResult } from './parser-job.js';

/** Limits on one job. */
export type JobLimits = Pick<DocumentLimits, 'timeoutMs' | 'maxMemoryMiB'>;

/** Signals by which a process ends that has too much memory: its own watchdog's, and that of V8. */
const memorySignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL']);

/**
 * Runs a job in a process that runs no other. A job beyond a limit is a failure `too_large`. Throws `cancelled` as soon
 * as `signal` aborts. The caller ends the process after both.
 */
export async function runJob(
  child: ChildProcess,
  job: ParserJob,
  { timeoutMs, maxMemoryMiB }: JobLimits,
  signal: AbortSignal,
): Promise<ParserResult> {
  const finish = Promise.withResolvers<ParserResult>();
  const fail = (message: string): void => finish.resolve(new DocumentError('too_large', message).failure);
  const onAbort = (): void => finish.reject(cancelled());
  const onExit = (_code: number | null, ended: string | null): void =>
    fail(
      memorySignals.has(ended)
        ? `Reading the file takes more than ${maxMemoryMiB} MiB of memory.`
        : 'The file ended the process that read it.',
    );
  const timeout = setTimeout(() => fail(`Reading the file takes more than ${timeoutMs / 1000} seconds.`), timeoutMs);
  child.once('message', finish.resolve).once('exit', onExit);
  signal.addEventListener('abort', onAbort);
  try {
    if (signal.aborted) throw cancelled();
    // A process that has ended reports it by its exit.
    child.send(job, () => undefined);
    return await finish.promise;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', onAbort);
    child.off('message', finish.resolve).off('exit', onExit);
  }
}
