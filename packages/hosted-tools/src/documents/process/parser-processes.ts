import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ConnectionSlots } from '@org/engine';
import type { DocumentFailure, ReadableDocument } from '../document.js';
import type { DocumentJob, ParserJob, ParserResult, RobotsJob, RobotsResult } from './parser-job.js';
import { runJob, type JobLimits } from './run-job.js';
import { startProcess } from './start-process.js';

/** A process that waits for its next job. */
interface IdleProcess {
  readonly child: ChildProcess;
  readonly maxMemoryMiB: number;
  /** Takes it out of the idle ones. */
  readonly remove: () => void;
}

/** Who runs a job. */
export interface JobCaller {
  readonly signal: AbortSignal;
  /** No response waits for the job: it has processes of its own, and leaves the others free. Default false. */
  readonly isBackground?: boolean;
}

/** Time that a process without work stays in milliseconds. */
const idleMs = 10_000;

/** Processes that parse. They are reused, because the libraries take longer to load than most files to read. */
export class ParserProcesses {
  readonly #slots = new ConnectionSlots(Math.max(2, Math.min(4, availableParallelism())));
  readonly #backgroundSlots = new ConnectionSlots(Math.max(1, Math.min(4, availableParallelism() - 1)));
  readonly #idle = new Set<IdleProcess>();

  /** Runs a job in a process. Throws `cancelled` as soon as the signal aborts. */
  run(job: DocumentJob, limits: JobLimits, caller: JobCaller): Promise<ReadableDocument | DocumentFailure>;
  run(job: RobotsJob, limits: JobLimits, caller: JobCaller): Promise<RobotsResult | DocumentFailure>;
  async run(job: ParserJob, limits: JobLimits, { signal, isBackground = false }: JobCaller): Promise<ParserResult> {
    const slots = isBackground ? this.#backgroundSlots : this.#slots;
    await slots.acquire(signal, 0);
    try {
      return await this.#runIn(this.#takeIdle(limits) ?? startProcess(limits.maxMemoryMiB), job, limits, signal);
    } finally {
      slots.release();
    }
  }

  async #runIn(child: ChildProcess, job: ParserJob, limits: JobLimits, signal: AbortSignal): Promise<ParserResult> {
    let isReusable = false;
    try {
      const result = await runJob(child, job, limits, signal);
      // A job beyond a limit still runs in its process, or has ended it.
      isReusable = result.type !== 'failure' || result.code !== 'too_large';
      return result;
    } finally {
      if (isReusable) this.#addIdle(child, limits);
      else child.kill('SIGKILL');
    }
  }

  #takeIdle({ maxMemoryMiB }: JobLimits): ChildProcess | undefined {
    for (const idle of this.#idle) {
      if (idle.maxMemoryMiB !== maxMemoryMiB || !idle.child.connected) continue;
      idle.remove();
      idle.child.ref();
      idle.child.channel?.ref();
      return idle.child;
    }
    return undefined;
  }

  #addIdle(child: ChildProcess, { maxMemoryMiB }: JobLimits): void {
    const expiry = setTimeout(() => {
      remove();
      child.kill('SIGKILL');
    }, idleMs).unref();
    const remove = (): void => {
      clearTimeout(expiry);
      child.off('exit', remove);
      this.#idle.delete(idle);
    };
    const idle: IdleProcess = { child, maxMemoryMiB, remove };
    child.once('exit', remove).unref();
    child.channel?.unref();
    this.#idle.add(idle);
  }
}

/** The processes of the service: each costs memory, so all that parse share them. */
export const parserProcesses = new ParserProcesses();
