import {
  countCharacters,
  DamagedContentError,
  EngineError,
  type JobRun,
  JobRunner,
  type JobRunnerOptions,
  type Store,
  toEngineError,
} from '@org/engine';
import type { Logger } from 'pino';
import type { BatchJobs } from '../batches/batch-jobs.js';
import type { ServiceConfig } from '../config/service-config.js';
import { bytesToRead } from '../config/settings/memory-shares.js';
import type { RevokedKeyMonitor } from '../keys/revoked-key-monitor.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { runWithMemory } from '../limits/memory-holder.js';
import type { MemoryReservation } from '../limits/memory-reservation.js';
import { failureFacts } from '../request-context/failure-facts.js';
import { batchQueue } from '../batches/batch-queue-name.js';
import { readJobRequest, UnknownJobError, type JobRequest } from './job-request.js';
import { logJob, type JobOutcome } from '../jobs/log-job.js';
import type { ResponseJobs } from './response-jobs.js';

export interface BackgroundJobsOptions {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly responses: ResponseJobs;
  readonly batches: BatchJobs;
  readonly keys: RevokedKeyMonitor;
  readonly memoryBudget: MemoryBudget;
}

/** A stored turn has the input of its request twice, as it was sent and as the model reads it. */
const inputsOfTurn = 2;
/** Bytes of a stored turn in addition to its inputs. */
const otherBytesOfTurn = 16_384;
/** Jobs with requests up to this size are short. */
const maxShortCharacters = 262_144;

/** This process's share in the jobs of all replicas. */
export class BackgroundJobs {
  readonly #options: BackgroundJobsOptions;
  readonly #runners: readonly JobRunner[];

  constructor(options: BackgroundJobsOptions) {
    const { config, store, log } = options;
    this.#options = options;
    const runnerOptions: JobRunnerOptions = {
      store,
      settings: config.background,
      execute: (run) => this.#execute(run),
      onFailure: (error, job) =>
        log.error(
          { ...failureFacts(toEngineError(error)), err: error, jobId: job?.turnId, attempt: job?.attempt },
          'background work failed',
        ),
    };
    this.#runners = [
      new JobRunner(runnerOptions),
      new JobRunner({
        ...runnerOptions,
        queue: batchQueue,
        settings: { ...config.background, concurrency: config.batches.concurrency },
      }),
    ];
  }

  async start(): Promise<void> {
    for (const runner of this.#runners) await runner.start();
  }

  /** Running jobs get the same time to finish as running responses. */
  async stop(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop(this.#options.config.shutdown.graceMs)));
  }

  async #execute(run: JobRun): Promise<void> {
    const startedAt = performance.now();
    const memory = this.#options.memoryBudget.reservation(run.job.owner);
    if (!this.#reserve(memory, run)) {
      // Another claim finds it when memory is free; jobs of other owners come first.
      run.yieldLease();
      return;
    }
    const outcome = await runWithMemory(memory, () => this.#outcomeOf(run)).finally(() => memory.release());
    logJob(this.#options.log, run, outcome, performance.now() - startedAt, {
      upstreamMessages: this.#options.config.logsUpstreamMessages,
    });
  }

  /**
   * Reserves memory for the request of a job, and for the turn that it reads and sends. A job that needs more than its
   * owner gets runs all the same, as does a short one: the number of jobs bounds them.
   */
  #reserve(memory: MemoryReservation, { job }: JobRun): boolean {
    const characters = countCharacters(job.request);
    const bytes = characters * bytesToRead;
    // The requests of a batch reserve for themselves.
    const ahead = job.queue === batchQueue ? 0 : (characters * inputsOfTurn + otherBytesOfTurn) * bytesToRead;
    if (characters <= maxShortCharacters || bytes + ahead > this.#options.memoryBudget.maxBytesPerOwner) {
      memory.count(bytes);
      return true;
    }
    return memory.tryReserve(bytes, ahead);
  }

  /**
   * A replica of the next version may know a kind that this one does not: it has as long to take over as a job is
   * retried.
   */
  async #outcomeOf(run: JobRun): Promise<JobOutcome> {
    const { request, attempt } = run.job;
    if (request === undefined) return await this.#giveUp(run, damaged());
    try {
      const known = readJobRequest(request);
      return { ...(await this.#startWithKey(run, known)), origin: known.origin };
    } catch (cause) {
      // A damaged turn can only be reported as failed; this throws again in that case.
      if (cause instanceof DamagedContentError) return await this.#giveUp(run, damaged(cause));
      if (!(cause instanceof UnknownJobError) || attempt <= this.#options.config.background.maxAttempts) throw cause;
      return await this.#giveUp(
        run,
        new EngineError(
          'internal',
          'This version of the service cannot run this stored request. Send it again as a new request.',
          {
            cause,
            retryable: false,
          },
        ),
      );
    }
  }

  /** Ends a job that no replica can start. */
  #giveUp(run: JobRun, error: EngineError): Promise<JobOutcome> {
    return run.job.queue === batchQueue
      ? this.#options.batches.giveUp(run, error)
      : this.#options.responses.giveUp(run, error);
  }

  /** Ends jobs of a revoked key: their results are no longer needed. */
  async #startWithKey(run: JobRun, request: JobRequest): Promise<JobOutcome> {
    const keyId = request.origin?.keyId;
    if (keyId === undefined) return await this.#start(run, request);
    const letGo = this.#options.keys.watch(keyId, () => run.stop('cancelled'));
    try {
      if (await this.#options.keys.isRevoked(keyId)) run.stop('cancelled');
      return await this.#start(run, request);
    } finally {
      letGo();
    }
  }

  #start(run: JobRun, request: JobRequest): Promise<JobOutcome> {
    switch (request.kind) {
      case 'response':
        return this.#options.responses.execute(run, request);
      case 'batch':
        return this.#options.batches.execute(run, request);
    }
  }
}

function damaged(cause?: unknown): EngineError {
  return new EngineError(
    'internal',
    'The stored request is damaged, so the service cannot run it. Send it again as a new request.',
    {
      retryable: false,
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
