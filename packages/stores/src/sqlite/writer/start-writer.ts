import { Worker } from 'node:worker_threads';
import { EngineError } from '@org/engine/storage';
import { fromFailure, type FromWriter } from './writer-messages.js';
import type { WriterThreadData } from './writer-thread.js';

export interface StartedWriter {
  readonly worker: Worker;
  /** The file that it writes. */
  readonly file: string;
}

/** Starts the writer thread, which creates or migrates the database. Rejects when the file is unusable. */
export async function startWriter(data: WriterThreadData): Promise<StartedWriter> {
  const worker = new Worker(new URL('./writer-thread.js', import.meta.url), {
    workerData: data,
    execArgv: [],
    name: 'sqlite-writer',
  });
  const file = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(writerEnded()));
    worker.once('message', (message: FromWriter) => {
      if (message.type === 'ready') resolve(message.file);
      else reject(message.type === 'rejected' ? fromFailure(message.failure) : writerEnded());
    });
  });
  worker.removeAllListeners('error');
  worker.removeAllListeners('exit');
  return { worker, file };
}

/**
 * The error of pending writes when the writer thread ends by itself. It is unknown whether the last of them took
 * effect.
 */
export function writerEnded(cause?: unknown): EngineError {
  return new EngineError(
    'internal',
    'The writer thread of the store ended unexpectedly.',
    cause === undefined ? {} : { cause },
  );
}
