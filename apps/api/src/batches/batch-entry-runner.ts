import { setTimeout as pause } from 'node:timers/promises';
import { messagesDialect } from '@org/dialects/messages';
import {
  type Clock,
  EngineError,
  type IdSource,
  type JobRun,
  pauseWhileBusy,
  ResultCollector,
  toEngineError,
  type TurnPorts,
} from '@org/engine';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import { originFacts } from '../jobs/job-origin.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { runWithMemory } from '../limits/memory-holder.js';
import type { Outcomes } from '../request-context/outcomes.js';
import { RequestContext } from '../request-context/request-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { Turns } from '../turn/turns.js';
import type { BatchJobRequest } from './batch-job-request.js';
import type { BatchEntry } from './batch-request.js';
import type { BatchResultKind } from './batch-results.js';
import { pauseBeforeRetry } from './pause-before-retry.js';
import { withRequestBetas } from './request-betas.js';
import type { PreemptionMonitor } from './preemption-monitor.js';

/**
 * Maximum timer delay in milliseconds: a longer one would fire at once. A clock that was set back may cause such a
 * delay.
 */
const maxTimerMs = 2 ** 31 - 1;

/** How one request of a batch has ended. */
export interface BatchResult {
  readonly type: BatchResultKind;
  readonly [member: string]: unknown;
}

/** One request of a batch that is to be run. */
export interface BatchEntryTask {
  readonly run: JobRun;
  readonly entry: BatchEntry;
  readonly request: BatchJobRequest;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly others: PreemptionMonitor;
}

interface RunningEntry extends BatchEntryTask {
  /** The media port that fetches URLs, shared by all attempts. */
  readonly media: Pick<TurnPorts, 'fetchMedia'>;
}

interface Failed {
  readonly type: 'failed';
  readonly failure: EngineError;
  readonly requestId: string;
}

export interface BatchEntryRunnerOptions {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly turns: Turns;
  readonly outcomes: Outcomes;
  readonly limits: KeyLimits;
  readonly memoryBudget: MemoryBudget;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Runs the requests of batches, each until it has succeeded or failed for good. */
export class BatchEntryRunner {
  readonly #options: BatchEntryRunnerOptions;

  constructor(options: BatchEntryRunnerOptions) {
    this.#options = options;
  }

  /** Undefined when the batch was stopped or yields to others: the request then stays open. */
  async run(entryTask: BatchEntryTask): Promise<BatchResult | undefined> {
    const task = { ...entryTask, media: this.#options.turns.ports.media(entryTask.entry.params, true) };
    for (let attempts = 1; ; attempts += 1) {
      if (this.#options.clock.now() >= task.expiresAt) return { type: 'expired' };
      const memory = this.#options.memoryBudget.reservation(task.run.job.owner);
      const outcome = await runWithMemory(memory, () => this.#attempt(task)).finally(() => memory.release());
      if (outcome?.type !== 'failed') return outcome;
      const wait = pauseBeforeRetry(outcome.failure, attempts);
      if (wait === undefined) return erroredResult(outcome.failure, outcome.requestId);
      if (!(await this.#rest(task, wait))) return undefined;
    }
  }

  /** Pauses. False when the batch was stopped or yields to others by then. */
  async #rest({ run, others, expiresAt }: BatchEntryTask, ms: number): Promise<boolean> {
    await pause(Math.min(ms, Math.max(0, expiresAt - this.#options.clock.now())), undefined, {
      signal: AbortSignal.any([run.signal, others.signal]),
    }).catch(() => undefined);
    return !run.signal.aborted && !others.isPreempted;
  }

  async #attempt(task: RunningEntry): Promise<BatchResult | Failed | undefined> {
    const {
      run,
      entry,
      request: { version, betas: ofBatch, origin },
      expiresAt,
      media,
    } = task;
    const { params, betas } = withRequestBetas(entry.params, ofBatch);
    const requestContext = new RequestContext({
      requestId: this.#options.ids.next('req'),
      dialect: 'messages',
      version,
      betas,
      trace: origin?.trace,
      waits: async (busy, attempts) => {
        const ms = pauseWhileBusy(busy, attempts);
        return ms !== undefined && (await this.#rest(task, ms));
      },
    });
    const holder = origin === undefined ? undefined : { owner: run.job.owner, ...origin };
    const stop = (): void => requestContext.abort(new EngineError('cancelled', 'The batch was cancelled.'));
    run.signal.addEventListener('abort', stop);
    const expiry = new AbortController();
    expiry.signal.addEventListener('abort', stop);
    const untilExpiry = setTimeout(() => expiry.abort(), Math.min(expiresAt - this.#options.clock.now(), maxTimerMs));
    const files = this.#options.turns.ports.jobFiles(params, run.job.owner);
    let status = 200;
    try {
      if (holder !== undefined) this.#options.limits.requireTokens(holder);
      await this.#options.storageQuotas.admit(holder); // Its result would be stored.
      const { encoder, run: runTurn } = await this.#options.turns.prepare(
        messagesDialect,
        params,
        run.job.owner,
        requestContext,
        {
          ...media,
          ...files,
        },
      );
      const collector = new ResultCollector();
      for await (const event of runTurn()) collector.push(event);
      return { type: 'succeeded', message: encoder.response(collector.result()) };
    } catch (thrown) {
      const error = toEngineError(requestContext.failureOf(thrown));
      requestContext.log.failure = error;
      ({ status } = encodeErrorOfDialect(error, 'messages', requestContext.requestId));
      if (run.signal.aborted) return undefined;
      if (expiry.signal.aborted) return { type: 'expired' };
      return { type: 'failed', failure: error, requestId: requestContext.requestId };
    } finally {
      files.freeFiles();
      clearTimeout(untilExpiry);
      run.signal.removeEventListener('abort', stop);
      if (holder !== undefined) this.#options.limits.chargeUsage(holder, requestContext.log.usage);
      this.#options.outcomes.reportToLog(requestContext, {
        status,
        jobId: run.job.turnId,
        originRequestId: origin?.requestId,
        ...originFacts(run.job.owner, origin),
      });
    }
  }
}

/** The result of a request that has failed. */
export function erroredResult(error: EngineError, requestId: string): BatchResult {
  return { type: 'errored', error: encodeErrorOfDialect(error, 'messages', requestId).body };
}
