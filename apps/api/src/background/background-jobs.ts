import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  DamagedContentError,
  EngineError,
  type JobRun,
  JobRunner,
  type JobRunnerOptions,
  type Store,
  toEngineError,
} from '@org/engine';
import type { Logger } from 'pino';
import { BatchJobs } from '../batches/batch-jobs.js';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, LOG, STORE } from '../engine/tokens.js';
import { KeyWatch } from '../keys/key-watch.js';
import { batchQueue } from '../batches/batch-queue.js';
import { readJobRequest, UnknownJobError, type JobRequest } from './job-request.js';
import { logJob, type JobOutcome } from '../jobs/log-job.js';
import { ResponseJobs } from './response-jobs.js';

/** This process's share in the jobs of all replicas. */
@Injectable()
export class BackgroundJobs implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #runners: readonly JobRunner[];

  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(STORE) store: Store,
    @Inject(LOG) private readonly log: Logger,
    @Inject(ResponseJobs) private readonly responses: ResponseJobs,
    @Inject(BatchJobs) private readonly batches: BatchJobs,
    @Inject(KeyWatch) private readonly keys: KeyWatch,
  ) {
    const options: JobRunnerOptions = {
      store,
      settings: config.background,
      perform: (run) => this.#perform(run),
      onFailure: (error, job) =>
        this.log.error(
          { err: error, jobId: job?.turnId, attempt: job?.attempt, error: toEngineError(error).code },
          'background work failed',
        ),
    };
    this.#runners = [
      new JobRunner(options),
      new JobRunner({
        ...options,
        queue: batchQueue,
        settings: { ...config.background, concurrency: config.batches.concurrency },
      }),
    ];
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const runner of this.#runners) await runner.start();
  }

  /** Running jobs get the same time to finish as running answers. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop(this.config.shutdown.graceMs)));
  }

  async #perform(run: JobRun): Promise<void> {
    const startedAt = performance.now();
    const outcome = await this.#outcomeOf(run);
    logJob(this.log, run, outcome, performance.now() - startedAt);
  }

  /** A replica of the next version may know a kind that this one does not: it has as long to come by as a job is tried. */
  async #outcomeOf(run: JobRun): Promise<JobOutcome> {
    const { request, attempt } = run.job;
    if (request === undefined) return await this.#giveUp(run, damaged());
    try {
      const known = readJobRequest(request);
      return { ...(await this.#startWithKey(run, known)), trace: known.origin?.trace };
    } catch (cause) {
      // Of a turn that is damaged itself nothing can be said but that it failed: this throws again then.
      if (cause instanceof DamagedContentError) return await this.#giveUp(run, damaged(cause));
      if (!(cause instanceof UnknownJobError) || attempt <= this.config.background.maxAttempts) throw cause;
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

  /** Ends what nobody can begin. */
  #giveUp(run: JobRun, error: EngineError): Promise<JobOutcome> {
    return run.job.queue === batchQueue ? this.batches.giveUp(run, error) : this.responses.giveUp(run, error);
  }

  /** A key that is revoked takes along what it has begun: its owner does not want that any more. */
  async #startWithKey(run: JobRun, request: JobRequest): Promise<JobOutcome> {
    const keyId = request.origin?.keyId;
    if (keyId === undefined) return await this.#start(run, request);
    const letGo = this.keys.watch(keyId, () => run.stop('cancelled'));
    try {
      if (await this.keys.isRevoked(keyId)) run.stop('cancelled');
      return await this.#start(run, request);
    } finally {
      letGo();
    }
  }

  #start(run: JobRun, request: JobRequest): Promise<JobOutcome> {
    switch (request.kind) {
      case 'response':
        return this.responses.perform(run, request);
      case 'batch':
        return this.batches.perform(run, request);
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
