import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  DamagedContentError,
  EngineError,
  type JobRun,
  type ModelRegistry,
  type Store,
  type TurnRecord,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { isInRollout } from '../jobs/is-in-rollout.js';
import type { JobOutcome } from '../jobs/log-job.js';
import {
  BatchEntryRunner,
  erroredResult,
  type BatchEntryRunnerOptions,
  type BatchResult,
} from './batch-entry-runner.js';
import type { BatchJobRequest } from './batch-job-request.js';
import { areConfigured, type BatchEntry } from './batch-request.js';
import { BatchProgress, headOf } from './batch-results.js';
import { endedBatch, fromJson, toJson } from './batch-payload.js';
import { PreemptionMonitor } from './preemption-monitor.js';

/** Number of concurrent requests per batch. */
const width = 4;

type RunEntry = (entry: BatchEntry, others: PreemptionMonitor) => BatchResult | Promise<BatchResult | undefined>;

export interface BatchJobsOptions extends BatchEntryRunnerOptions {
  readonly config: Pick<ServiceConfig, 'background' | 'batches'>;
  readonly store: Store;
  readonly registry: Pick<ModelRegistry, 'has'>;
}

/** Processes batches. Every result is durable by itself: after a restart, only requests without one run again. */
export class BatchJobs {
  readonly #options: BatchJobsOptions;
  readonly #entries: BatchEntryRunner;

  constructor(options: BatchJobsOptions) {
    this.#options = options;
    this.#entries = new BatchEntryRunner(options);
  }

  async execute(run: JobRun, request: BatchJobRequest): Promise<JobOutcome> {
    const { owner, turnId, attempt, cancelRequested } = run.job;
    const stored = await this.#options.store.getTurn(owner, turnId);
    if (stored === undefined) return {};
    if (
      !cancelRequested &&
      request.areModelsConfigured &&
      isInRollout(stored.createdAt, this.#options.clock.now()) &&
      !areConfigured(request.entries, this.#options.registry)
    ) {
      run.yieldLease();
      return { yielded: true };
    }
    const failure = (await this.#exhaustsAttempts(run, request)) ? interruptedTooOften(run.earlierFailure) : undefined;
    const interrupted = failure === undefined ? {} : ({ interrupted: true } as const);
    const progress = new BatchProgress(request.entries, attempt);
    if (!(await run.visitLog(({ data }) => progress.take(data)))) return {};
    const expiresAt = Date.parse(fromJson(stored.payload).expires_at);
    const runEntry: RunEntry = (entry, others) =>
      failure === undefined
        ? this.#entries.run({ run, entry, request, expiresAt, others })
        : erroredResult(failure, '');
    const yields = !cancelRequested && (await this.#runEntries(run, progress, runEntry));
    if (run.stopReason === 'lost' || run.stopReason === 'stopping')
      return { ...outcomeOf(progress, failure), ...interrupted };
    if (yields && run.stopReason === undefined && progress.open.length > 0) {
      // Any free replica resumes it then. Nothing was aborted, so it may yield as often as necessary.
      await run.flush();
      run.markYielded();
      return { ...outcomeOf(progress, failure), yielded: true };
    }
    const rest = progress.open.map(({ customId }) => progress.add(customId, { type: 'canceled' }));
    await this.#end(run, stored, progress, rest);
    return { ...outcomeOf(progress, failure), ...interrupted };
  }

  /**
   * Writes the end over the current state of the batch: a cancellation may have been recorded since it was read, and
   * again during this write.
   */
  async #end(run: JobRun, stored: TurnRecord, progress: BatchProgress, rest: readonly string[]): Promise<void> {
    const isCancelRequested = run.job.cancelRequested || run.stopReason === 'cancelled';
    for (const unlessCancelled of isCancelRequested ? [false] : [true, false]) {
      const latest = (await this.#options.store.getTurn(stored.owner, stored.id)) ?? stored;
      const payload = toJson(endedBatch(fromJson(latest.payload), progress.counts, this.#options.clock.now()));
      if (await run.end({ ...latest, status: 'completed', payload }, rest, { unlessCancelled })) return;
    }
  }

  /**
   * Ends a batch whose request cannot be read any more. It retains the readable results; the rest of its requests
   * count as errors.
   */
  async giveUp(run: JobRun, failure: EngineError): Promise<JobOutcome> {
    const { owner, turnId, attempt } = run.job;
    const stored = await this.#options.store.getTurn(owner, turnId);
    const progress = new BatchProgress([], attempt);
    if (stored === undefined) return {};
    const isDamaged = (thrown: unknown): 'damaged' => {
      if (thrown instanceof DamagedContentError) return 'damaged';
      throw thrown;
    };
    const log = await run.visitLog(({ data }) => progress.take(data)).catch(isDamaged);
    if (log === false) return {};
    const batch = fromJson(stored.payload);
    const { succeeded, errored: failed, canceled, expired } = progress.counts;
    const lost = batch.request_counts.processing - (succeeded + failed + canceled + expired);
    const record: TurnRecord = {
      ...stored,
      status: 'completed',
      payload: toJson(endedBatch(batch, { ...progress.counts, errored: failed + lost }, this.#options.clock.now())),
    };
    await (log === 'damaged' ? run.endWithoutEvents(record) : run.end(record, []));
    return outcomeOf(progress, failure);
  }

  /**
   * Whether every attempt since the last result crashed its process, which must not repeat forever. A batch that
   * makes progress, over many deployments, is not affected. Decided before anything large is read, by the last result
   * alone.
   */
  async #exhaustsAttempts(run: JobRun, { entries }: BatchJobRequest): Promise<boolean> {
    const { attempt } = run.job;
    const { maxAttempts } = this.#options.config.background;
    if (attempt <= maxAttempts) return false;
    const last = await run.lastEvent(entries.length);
    return attempt - (last === undefined ? 0 : headOf(last.data).attempt) > maxAttempts;
  }

  /**
   * Runs open requests from one list, `width` at a time, and starts no more when others wait or the process shuts
   * down; returns true in that case.
   */
  async #runEntries(run: JobRun, progress: BatchProgress, runEntry: RunEntry): Promise<boolean> {
    const others = new PreemptionMonitor(run, this.#options.config.batches.yieldCheckMs);
    const entries = progress.open.values();
    const work = async (): Promise<void> => {
      for (const entry of entries) {
        if (run.signal.aborted || others.isPreempted) return;
        const result = await runEntry(entry, others);
        if (result === undefined) return;
        const drained = run.push([progress.add(entry.customId, result)]);
        if (drained !== undefined) await drained;
        // Requests that fail at once would block the event loop.
        await othersTurn();
      }
    };
    await Promise.all(Array.from({ length: width }, work)).finally(() => others.stop());
    return others.isPreempted;
  }
}

function outcomeOf({ counts }: BatchProgress, failure: EngineError | undefined): JobOutcome {
  const { succeeded, errored: failed, canceled, expired } = counts;
  return { results: { succeeded, errored: failed, canceled, expired }, ...(failure === undefined ? {} : { failure }) };
}

function interruptedTooOften(storeFailure: EngineError | undefined): EngineError {
  const why =
    storeFailure === undefined
      ? 'The service restarted or lost its store too many times while it ran this batch. Send the failed requests in a new batch.'
      : 'The service failed too many times to write to its store while it ran this batch. Send the failed requests in a new batch.';
  return new EngineError('internal', why, { retryable: false, cause: storeFailure });
}
