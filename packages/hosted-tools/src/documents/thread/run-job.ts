import type { Worker } from 'node:worker_threads';
import { cancelled } from '@org/engine';
import { DocumentError } from '../document-error.js';
import type { DocumentLimits } from '../document.js';
import type { ParserJob, ParserResult } from './parser-job.js';

/** Limits on one job. */
export type JobLimits = Pick<DocumentLimits, 'timeoutMs' | 'maxMemoryMiB'>;

/** Milliseconds between two checks of the memory outside of the heap, for which threads have no limit of their own. */
const memoryCheckMs = 100;

/**
 * Runs a job in a thread that runs no other. A job beyond a limit is a failure `too_large`, and a thread that ends is
 * one too. Throws `cancelled` as soon as `signal` aborts. The caller ends the thread after both.
 */
export async function runJob(
  worker: Worker,
  job: ParserJob,
  { timeoutMs, maxMemoryMiB }: JobLimits,
  signal: AbortSignal,
): Promise<ParserResult> {
  const finish = Promise.withResolvers<ParserResult>();
  const fail = (message: string): void => finish.resolve(new DocumentError('too_large', message).failure);
  const outOfMemory = (): void => fail(`Reading the file takes more than ${maxMemoryMiB} MiB of memory.`);
  const onAbort = (): void => finish.reject(cancelled());
  const onEnd = (error: unknown): void => {
    if (isOutOfMemory(error)) outOfMemory();
    else fail('The file ended the thread that read it.');
  };
  const timeout = setTimeout(() => fail(`Reading the file takes more than ${timeoutMs / 1000} seconds.`), timeoutMs);
  const memory = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => void (bytes > maxMemoryMiB * 2 ** 20 && outOfMemory()),
      // The thread has ended.
      () => undefined,
    );
  }, memoryCheckMs);
  worker.once('message', finish.resolve).once('error', onEnd).once('exit', onEnd);
  signal.addEventListener('abort', onAbort);
  try {
    if (signal.aborted) throw cancelled();
    worker.postMessage(job);
    return await finish.promise;
  } finally {
    clearTimeout(timeout);
    clearInterval(memory);
    signal.removeEventListener('abort', onAbort);
    worker.off('message', finish.resolve).off('error', onEnd).off('exit', onEnd);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
