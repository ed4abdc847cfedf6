import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { messagesDialect } from '@org/dialects/messages';
import {
  type Clock,
  DamagedContentError,
  EngineError,
  type IdSource,
  type JobRun,
  type ModelRegistry,
  pauseWhileBusy,
  ResultCollector,
  type Store,
  toEngineError,
  type TurnRecord,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { CLOCK, CONFIG, IDS, REGISTRY, STORE } from '../engine/tokens.js';
import { renderError } from '../errors/render-error.js';
import { RequestContext } from '../request-context/request-context.js';
import { Outcomes } from '../request-context/outcomes.js';
import { isInRollout } from '../jobs/in-rollout.js';
import type { JobOutcome } from '../jobs/log-job.js';
import { KeyLimits } from '../limits/key-limits.js';
import { Turns } from '../turn/turns.js';
import type { BatchJobRequest } from './batch-job-request.js';
import { areConfigured, type BatchEntry } from './batch-request.js';
import { BatchProgress, headOf, type BatchResultKind } from './batch-results.js';
import { endedBatch, fromJson, toJson } from './batch-payload.js';
import { withRequestBetas } from './request-betas.js';
import { pauseBeforeRetry } from './pause-before-retry.js';
import { WaitingOthers } from './waiting-others.js';

/** Requests of one batch that run at a time. */
const width = 4;
/** The longest time that a timer takes, in milliseconds: a longer one would be over at once. Of a clock that was set back such a one may be left. */
const maxTimerMs = 2 ** 31 - 1;

interface BatchResult {
  readonly type: BatchResultKind;
  readonly [member: string]: unknown;
}

interface Task {
  readonly run: JobRun;
  readonly entry: BatchEntry;
  readonly request: BatchJobRequest;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly others: WaitingOthers;
  /** How what stands behind URLs is fetched, once for all attempts. */
  readonly media: ReturnType<Turns['mediaPort']>;
}

interface Failed {
  readonly type: 'failed';
  readonly failure: EngineError;
  readonly requestId: string;
}

type RunEntry = (entry: BatchEntry, others: WaitingOthers) => BatchResult | Promise<BatchResult | undefined>;

/** Works batches off. Every result is durable by itself: after a restart, only requests without one are run again. */
@Injectable()
export class BatchJobs {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(STORE) private readonly store: Store,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(Turns) private readonly turns: Turns,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(KeyLimits) private readonly limits: KeyLimits,
  ) {}

  async perform(run: JobRun, request: BatchJobRequest): Promise<JobOutcome> {
    const { owner, turnId, attempt, cancelRequested } = run.job;
    const stored = await this.store.getTurn(owner, turnId);
    if (stored === undefined) return {};
    if (
      !cancelRequested &&
      request.areModelsConfigured &&
      isInRollout(stored.createdAt, this.clock.now()) &&
      !areConfigured(request.entries, this.registry)
    ) {
      run.releaseToOthers();
      return { yielded: true };
    }
    const failure = (await this.#bringsDown(run, request)) ? interruptedTooOften(run.earlierFailure) : undefined;
    const interrupted = failure === undefined ? {} : ({ interrupted: true } as const);
    const progress = new BatchProgress(request.entries, attempt);
    if (!(await run.visitLog(({ data }) => progress.take(data)))) return {};
    const expiresAt = Date.parse(fromJson(stored.payload).expires_at);
    const runEntry: RunEntry = (entry, others) =>
      failure === undefined
        ? this.#runEntry({ run, entry, request, expiresAt, others, media: this.turns.mediaPort(entry.params, true) })
        : errored(failure, '');
    const yields = !cancelRequested && (await this.#runEntries(run, progress, runEntry));
    if (run.stopReason === 'lost' || run.stopReason === 'stopping')
      return { ...outcomeOf(progress, failure), ...interrupted };
    if (yields && run.stopReason === undefined && progress.open.length > 0) {
      // It is taken up again by whichever replica is free then. Nothing was cut, so it may give way as often as it has to.
      await run.flush();
      run.markYielded();
      return { ...outcomeOf(progress, failure), yielded: true };
    }
    const rest = progress.open.map(({ customId }) => progress.add(customId, { type: 'canceled' }));
    await this.#end(run, stored, progress, rest);
    return { ...outcomeOf(progress, failure), ...interrupted };
  }

  /** Writes the end over the batch as it is then: a cancellation may have been noted since it was read, and again while this is on its way. */
  async #end(run: JobRun, stored: TurnRecord, progress: BatchProgress, rest: readonly string[]): Promise<void> {
    const heard = run.job.cancelRequested || run.stopReason === 'cancelled';
    for (const unlessCancelled of heard ? [false] : [true, false]) {
      const latest = (await this.store.getTurn(stored.owner, stored.id)) ?? stored;
      const payload = toJson(endedBatch(fromJson(latest.payload), progress.counts, this.clock.now()));
      if (await run.end({ ...latest, status: 'completed', payload }, rest, { unlessCancelled })) return;
    }
  }

  /** Ends a batch of which it is not known any more what was asked. It keeps the results that can be read; the rest of its requests count as errors. */
  async giveUp(run: JobRun, failure: EngineError): Promise<JobOutcome> {
    const { owner, turnId, attempt } = run.job;
    const stored = await this.store.getTurn(owner, turnId);
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
      payload: toJson(endedBatch(batch, { ...progress.counts, errored: failed + lost }, this.clock.now())),
    };
    await (log === 'damaged' ? run.endUnlogged(record) : run.end(record, []));
    return outcomeOf(progress, failure);
  }

  /**
   * Whether every attempt since the last result has brought its process down: that must not go on for ever. A batch that gets on, over
   * many deployments, does no such thing. Judged before anything large is read, by the last result alone.
   */
  async #bringsDown(run: JobRun, { entries }: BatchJobRequest): Promise<boolean> {
    const { attempt } = run.job;
    const { maxAttempts } = this.config.background;
    if (attempt <= maxAttempts) return false;
    const last = await run.lastEvent(entries.length);
    return attempt - (last === undefined ? 0 : headOf(last.data).attempt) > maxAttempts;
  }

  /** Takes open requests from one list, `width` at a time, and begins no more when others wait or the process ends: then it is true. */
  async #runEntries(run: JobRun, progress: BatchProgress, runEntry: RunEntry): Promise<boolean> {
    const others = new WaitingOthers(run, this.config.batches.yieldCheckMs);
    const entries = progress.open.values();
    const work = async (): Promise<void> => {
      for (const entry of entries) {
        if (run.signal.aborted || others.wait) return;
        const result = await runEntry(entry, others);
        if (result === undefined) return;
        const drained = run.push([progress.add(entry.customId, result)]);
        if (drained !== undefined) await drained;
        // Requests that fail at once would keep everybody else waiting.
        await othersTurn();
      }
    };
    await Promise.all(Array.from({ length: width }, work)).finally(() => others.stop());
    return others.wait;
  }

  /** Nothing when the work on the batch was stopped or gives way: then the request stays open. */
  async #runEntry(task: Task): Promise<BatchResult | undefined> {
    for (let tries = 1; ; tries += 1) {
      if (this.clock.now() >= task.expiresAt) return { type: 'expired' };
      const outcome = await this.#attempt(task);
      if (outcome?.type !== 'failed') return outcome;
      const wait = pauseBeforeRetry(outcome.failure, tries);
      if (wait === undefined) return errored(outcome.failure, outcome.requestId);
      if (!(await this.#rest(task, wait))) return undefined;
    }
  }

  /** Lets time pass. False when the work on the batch was stopped or gives way by then. */
  async #rest({ run, others, expiresAt }: Task, ms: number): Promise<boolean> {
    await pause(Math.min(ms, Math.max(0, expiresAt - this.clock.now())), undefined, {
      signal: AbortSignal.any([run.signal, others.signal]),
    }).catch(() => undefined);
    return !run.signal.aborted && !others.wait;
  }

  async #attempt(task: Task): Promise<BatchResult | Failed | undefined> {
    const {
      run,
      entry,
      request: { version, betas: ofBatch, origin },
      expiresAt,
      media,
    } = task;
    const { params, betas } = withRequestBetas(entry.params, ofBatch);
    const requestContext = new RequestContext(this.ids.next('req'), 'messages', version, betas);
    requestContext.waits = async (busy, tries) => {
      const ms = pauseWhileBusy(busy, tries);
      return ms !== undefined && (await this.#rest(task, ms));
    };
    const holder = origin === undefined ? undefined : { owner: run.job.owner, ...origin };
    requestContext.trace = origin?.trace;
    const stop = (): void => requestContext.abort(new EngineError('cancelled', 'The batch was cancelled.'));
    run.signal.addEventListener('abort', stop);
    const expiry = new AbortController();
    expiry.signal.addEventListener('abort', stop);
    const untilExpiry = setTimeout(() => expiry.abort(), Math.min(expiresAt - this.clock.now(), maxTimerMs));
    const files = this.turns.jobFilePort(params, run.job.owner);
    let status = 200;
    try {
      if (holder !== undefined) this.limits.requireTokens(holder);
      const { encoder, events } = await this.turns.start(messagesDialect, params, run.job.owner, requestContext, {
        ...media,
        ...files,
      });
      const collector = new ResultCollector();
      for await (const event of events) collector.push(event);
      return { type: 'succeeded', message: encoder.response(collector.result()) };
    } catch (thrown) {
      const error = toEngineError(requestContext.failureOf(thrown));
      requestContext.log.failure = error;
      ({ status } = renderError(error, 'messages', requestContext.requestId));
      if (run.signal.aborted) return undefined;
      if (expiry.signal.aborted) return { type: 'expired' };
      return { type: 'failed', failure: error, requestId: requestContext.requestId };
    } finally {
      files.freeFiles();
      clearTimeout(untilExpiry);
      run.signal.removeEventListener('abort', stop);
      if (holder !== undefined) this.limits.spend(holder, requestContext.log.usage);
      this.outcomes.reportPart(requestContext, { status, jobId: run.job.turnId });
    }
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

function errored(error: EngineError, requestId: string): BatchResult {
  return { type: 'errored', error: renderError(error, 'messages', requestId).body };
}
