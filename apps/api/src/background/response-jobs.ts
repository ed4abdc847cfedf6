import { responsesDialect, type SentEvent } from '@org/dialects/responses';
import {
  type Clock,
  type ConversationLocks,
  DamagedContentError,
  type EngineError,
  type IdSource,
  isLongJson,
  isTerminal,
  type JobRun,
  type JsonObject,
  jsonChunks,
  type ModelRegistry,
  planAttempt,
  type RunLogFields,
  runTurnJob,
  type Store,
  type StoredSteps,
  joinChunks,
  runYielding,
  toEngineError,
  type TurnEvent,
  type TurnJob,
  type TurnRecord,
  type TurnSnapshot,
  type Usage,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { encodeErrorOfDialect } from '../errors/encode-error-of-dialect.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { currentHolder } from '../limits/memory-holder.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { reserveOutputFor } from '../limits/reserve-output.js';
import type { Turns } from '../turn/turns.js';
import { endStored, endWithoutLog, parseEvent } from './end-stored.js';
import type { ResponseJobRequest } from './job-request.js';
import { ResumedEvents } from './resumed-events.js';
import { storedSteps } from './stored-steps.js';
import { isInRollout } from '../jobs/is-in-rollout.js';
import type { JobOrigin } from '../jobs/job-origin.js';
import type { JobOutcome } from '../jobs/log-job.js';

export interface ResponseJobsOptions {
  readonly config: ServiceConfig;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly conversations: ConversationLocks;
  readonly limits: KeyLimits;
  readonly storageQuotas: Pick<StorageQuotas, 'quotaOf'>;
  readonly memoryBudget: MemoryBudget;
}

/** Generates responses without a waiting connection. */
export class ResponseJobs {
  readonly #options: ResponseJobsOptions;

  constructor(options: ResponseJobsOptions) {
    this.#options = options;
  }

  /** Generates the response of one job, or ends it according to the restart policy. */
  async execute(run: JobRun, request: ResponseJobRequest): Promise<JobOutcome> {
    const { owner, turnId } = run.job;
    // In this order, an end that another process wrote since the claim is not taken for the work of an earlier
    // attempt.
    const [log, stored] = [await run.readLog(), await this.#options.store.getTurn(owner, turnId)];
    if (stored === undefined || log === undefined || isTerminal(stored.status)) return {};
    const hasBegun = log.some(hasOutput);
    const resumed = hasBegun ? storedSteps(stored, log) : undefined;
    const plan = planAttempt(
      run.job,
      { hasOutput: hasBegun && resumed === undefined, storeFailure: run.earlierFailure },
      this.#options.config.background.maxAttempts,
    );
    if (plan.kind === 'end')
      return {
        ...(await this.#end(run, stored, log, plan.error, request.origin)),
        ...(run.job.cancelRequested ? {} : { interrupted: true }),
      };
    if (!this.#options.registry.has(stored.model) && isInRollout(stored.createdAt, this.#options.clock.now())) {
      run.yieldLease();
      return { model: stored.model, yielded: true };
    }
    let job: TurnJob;
    try {
      job = await this.#prepare(stored, log, request, resumed);
    } catch (thrown) {
      return await this.#end(run, stored, log, toEngineError(thrown), request.origin);
    }
    const files = this.#options.turns.ports.jobFiles(request.body, owner);
    const ports = {
      registry: this.#options.registry,
      store: this.#options.store,
      conversations: this.#options.conversations,
      ...this.#options.turns.ports.serverTools(),
      ...this.#options.turns.ports.media(request.body, true),
      ...files,
    };
    const logFields: RunLogFields = {};
    const outcome = await runTurnJob(job, run, ports, {
      clock: this.#options.clock,
      ids: this.#options.ids,
      requestId: turnId,
      trace: request.origin?.trace,
      logFields,
      maxStoredBytes: this.#options.storageQuotas.quotaOf(request.origin),
      ...reserveOutputFor(this.#options.memoryBudget, currentHolder(), run.signal),
    }).finally(files.freeFiles);
    this.#chargeUsage(owner, request.origin, outcome.usage);
    const isOver = run.stopReason !== 'lost' && run.stopReason !== 'stopping' && !run.yielded;
    return { model: stored.model, ...logFields, ...outcome, ...(isOver ? { status: statusOf(outcome.failure) } : {}) };
  }

  /** Ends a response whose request or output cannot be read any more. */
  async giveUp(run: JobRun, error: EngineError): Promise<JobOutcome> {
    const { owner, turnId } = run.job;
    const stored = await this.#options.store.getTurn(owner, turnId);
    try {
      const log = await run.readLog();
      return stored === undefined || log === undefined ? {} : await this.#end(run, stored, log, error);
    } catch (thrown) {
      if (!(thrown instanceof DamagedContentError) || stored === undefined) throw thrown;
      return endedWith(
        error,
        stored,
        await run.endWithoutEvents(endWithoutLog(stored, error, this.#options.config.policy.usageNames)),
      );
    }
  }

  /** Ends a response of an earlier attempt from its log. */
  async #end(
    run: JobRun,
    stored: TurnRecord,
    log: readonly TurnEvent[],
    error: EngineError,
    origin?: JobOrigin,
  ): Promise<JobOutcome> {
    const { record, events, usage } = endStored(stored, log, error, this.#options.config.policy.usageNames);
    const outcome = endedWith(error, stored, await run.end(record, events), usage);
    this.#chargeUsage(stored.owner, origin, outcome.usage);
    return outcome;
  }

  #chargeUsage(owner: string, origin: JobOrigin | undefined, usage: Usage | undefined): void {
    if (origin !== undefined) this.#options.limits.chargeUsage({ owner, ...origin }, usage);
  }

  async #prepare(
    stored: TurnRecord,
    log: readonly TurnEvent[],
    { body, betas }: ResponseJobRequest,
    resumed: StoredSteps | undefined,
  ): Promise<TurnJob> {
    const { id, owner, createdAt, expiresAt } = stored;
    const { request, turn, items } = await this.#options.turns.decoder.decode(responsesDialect, body, owner, {
      version: undefined,
      betas,
    });
    const context = this.#options.turns.encodeContext(stored, { version: undefined }, items);
    const encoder = responsesDialect.createEncoder(request, { ...context, announced: log.length });
    const rest = resumed === undefined ? undefined : new ResumedEvents(log.map(parseEvent));
    // Until then the encoder does not know what the log shows.
    let isReplayed = resumed === undefined;
    const endOfLog = (error: EngineError) => endStored(stored, log, error, this.#options.config.policy.usageNames);
    let running: TurnSnapshot = { status: 'in_progress', payload: stored.payload, items: stored.items };
    return {
      turn,
      ...(resumed === undefined ? {} : { resumed }),
      response: {
        id,
        createdAt,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        takeSnapshot: (outcome) =>
          isReplayed || outcome.error === undefined ? encoder.snapshot(outcome) : endOfLog(outcome.error).record,
        requestPaths: responsesDialect.requestPaths(request, turn),
      },
      push(event) {
        isReplayed = true;
        const events = encoder.push(event);
        for (const sent of events)
          if (sent.type === 'response.in_progress') running = { ...running, payload: sent.response as JsonObject };
        return toTexts(rest?.next(events) ?? events);
      },
      fail(error) {
        if (!isReplayed) return [...endOfLog(error).events];
        const events = encoder.fail(error);
        return toTexts(rest?.next(events) ?? events);
      },
      running: () => running,
    };
  }
}

/** An end that was not written is not this process's to report. */
function endedWith(failure: EngineError, { model }: TurnRecord, written: boolean, usage?: Usage): JobOutcome {
  return written ? { model, failure, status: statusOf(failure), ...(usage === undefined ? {} : { usage }) } : { model };
}

/** The HTTP status that the response would have had in the foreground. */
function statusOf(failure: EngineError | undefined): number {
  return failure === undefined ? 200 : encodeErrorOfDialect(failure, 'responses', '').status;
}

/** Whether the log contains more than lifecycle events of a response without output. */
function hasOutput({ data }: TurnEvent): boolean {
  return !/^\{"type":"response\.(?:created|queued|in_progress)"/.test(data);
}

function toTexts(events: readonly SentEvent[]): string[] | Promise<string[]> {
  return events.some(isLongJson)
    ? Promise.all(events.map((event) => runYielding(joinChunks(jsonChunks(event)))))
    : events.map((event) => JSON.stringify(event));
}
