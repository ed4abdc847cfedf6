import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { ConnectionSlots } from '@org/engine';
import type { DocumentFailure, ReadableDocument } from '../document.js';
import type { DocumentJob, ParserJob, ParserResult, RobotsJob, RobotsResult } from './parser-job.js';
import { runJob, type JobLimits } from './run-job.js';
import { startThread } from './start-thread.js';

/** A thread that waits for its next job. */
interface IdleThread {
  readonly worker: Worker;
  readonly maxMemoryMiB: number;
  readonly remove: () => void;
}

/** Time that a thread without work stays in milliseconds. */
const idleMs = 10_000;

/** Threads that parse. They are reused, because the libraries take longer to load than most files to read. */
export class ParserThreads {
  readonly #slots = new ConnectionSlots(Math.max(1, Math.min(4, availableParallelism() - 1)));
  readonly #idle = new Set<IdleThread>();

  /** Runs a job in a thread. Throws `cancelled` as soon as `signal` aborts. */
  run(job: DocumentJob, limits: JobLimits, signal: AbortSignal): Promise<ReadableDocument | DocumentFailure>;
  run(job: RobotsJob, limits: JobLimits, signal: AbortSignal): Promise<RobotsResult | DocumentFailure>;
  async run(job: ParserJob, limits: JobLimits, signal: AbortSignal): Promise<ParserResult> {
    await this.#slots.acquire(signal, 0);
    try {
      const worker = this.#takeIdle(limits.maxMemoryMiB) ?? startThread(limits.maxMemoryMiB);
      let isReusable = false;
      try {
        const result = await runJob(worker, job, limits, signal);
        // A job beyond a limit still runs in its thread, or has filled its memory.
        isReusable = result.type !== 'failure' || result.code !== 'too_large';
        return result;
      } finally {
        if (isReusable) this.#addIdle(worker, limits.maxMemoryMiB);
        else void worker.terminate();
      }
    } finally {
      this.#slots.release();
    }
  }

  #takeIdle(maxMemoryMiB: number): Worker | undefined {
    for (const thread of this.#idle) {
      if (thread.maxMemoryMiB !== maxMemoryMiB) continue;
      thread.remove();
      thread.worker.ref();
      return thread.worker;
    }
    return undefined;
  }

  #addIdle(worker: Worker, maxMemoryMiB: number): void {
    const expiry = setTimeout(() => {
      remove();
      void worker.terminate();
    }, idleMs).unref();
    const remove = (): void => {
      clearTimeout(expiry);
      worker.off('exit', remove);
      this.#idle.delete(thread);
    };
    const thread: IdleThread = { worker, maxMemoryMiB, remove };
    worker.once('exit', remove).unref();
    this.#idle.add(thread);
  }
}

/** The threads of the process: each costs memory, so all that parse share them. */
export const parserThreads = new ParserThreads();
