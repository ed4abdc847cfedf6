import { cancelled } from '../errors/cancelled.js';
import { EngineError, toEngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import { ResultCollector, type GenerationResult } from '../model/generation-result.js';
import type { Part } from '../model/part.js';
import type { Usage } from '../model/usage.js';
import { UsageMeter } from '../model/usage-meter.js';
import type { RunContext, ShouldRetry } from '../ports/run-context.js';
import type { StepLog, StoredSteps } from '../ports/step-log.js';
import type { TurnAddition, TurnRecord } from '../ports/store.js';
import { startUntilAvailable } from '../turn/start-until-available.js';
import { holdTickets, type ConversationLocks } from '../turn/conversation-locks/conversation-locks.js';
import { lockLost } from '../turn/conversation-locks/held-ticket.js';
import type { TurnPorts } from '../turn/pipeline/turn-state.js';
import { runTurn } from '../turn/run-turn.js';
import type { TurnResponse } from '../turn/turn-response.js';
import { toTurnRecord } from '../turn/turn-record.js';
import type { TurnRequest, TurnSnapshot } from '../turn/turn-request.js';
import type { JobRun } from './job-run.js';
import { waitForModel } from './wait-for-model.js';

/** How long after it was asked for a response may still wait for a model that is busy, in milliseconds: as long as a message batch. */
const maxWaitMs = 24 * 3_600_000;

/** A turn that is run for a log instead of a client. */
export interface TurnJob {
  readonly turn: TurnRequest;
  readonly response: TurnResponse;
  /** What an earlier attempt has stored of the response. Absent: it starts from its beginning. */
  readonly resumed?: StoredSteps;
  /** The API events of a neutral event, as JSON text. */
  push(event: GenerationEvent): readonly string[] | Promise<readonly string[]>;
  /**
   * The API events that end a response that cannot continue. They replace those of `generation-end`, if that was
   * pushed.
   */
  fail(error: EngineError): readonly string[] | Promise<readonly string[]>;
  /** The snapshot that the store shows from the first event of the response on. */
  running(): TurnSnapshot;
}

/** What the run of a turn came to, for the log of the service. */
export interface TurnJobOutcome {
  /** Absent when the response is complete, and when the run stopped because this process lost the job. */
  readonly failure?: EngineError;
  /** Absent when no usage was counted. */
  readonly usage?: Usage;
  /** No client has seen any of it yet, and the job returns to its queue. */
  readonly yielded?: true;
}

export interface TurnJobPorts extends TurnPorts {
  readonly conversations?: Pick<ConversationLocks, 'enter' | 'read'>;
  /** Releases the memory of files that an attempt has read, because the wait for a busy model can last a day. */
  readonly freeFiles?: () => void;
}

type JobContext = Omit<RunContext, 'signal' | 'owner' | 'waits'>;

/**
 * Runs a turn, logs its events and writes its end together with the last of them. It waits for a busy model while it
 * holds the conversation lock of the turn, because no client waits for the response. Returns without an end when the
 * run stopped because this process does not, or soon will not, hold the job; that does not count as an attempt while
 * the job is in the queue of a backend. Throws when the end could not be written.
 */
export async function runTurnJob(
  job: TurnJob,
  run: JobRun,
  ports: TurnJobPorts,
  context: JobContext,
): Promise<TurnJobOutcome> {
  // The next turn of a conversation must see what this turn is about to write.
  const conversations =
    ports.conversations === undefined ? undefined : holdTickets(ports.conversations, run.waitOutside);
  try {
    return await runAndEnd(job, run, { ...ports, ...(conversations === undefined ? {} : { conversations }) }, context);
  } finally {
    conversations?.releaseAll();
  }
}

async function runAndEnd(
  job: TurnJob,
  run: JobRun,
  ports: TurnPorts & Pick<TurnJobPorts, 'freeFiles'>,
  context: JobContext,
): Promise<TurnJobOutcome> {
  const { turn, response } = job;
  const { owner } = run.job;
  let ended: { readonly record: TurnRecord; readonly addition?: TurnAddition | undefined } | undefined;
  // The turn reports its final record before its last event is encoded, and both must be written at once.
  const store: TurnPorts['store'] = {
    ...boundReads(ports.store),
    putTurn: async (record, addition) => {
      ended = { record, addition };
      return true;
    },
  };
  let result: GenerationResult | undefined;
  const observedResponse: TurnResponse = {
    ...response,
    takeSnapshot: (end) => ((result = end.result), response.takeSnapshot(end)),
  };
  let last: readonly string[] | undefined;
  let failure: EngineError | undefined;
  /** Maximum number of log events that reveal nothing of the response. */
  let silent = Infinity;
  const meter = new UsageMeter();
  const reportedUsage = (): { readonly usage?: Usage } => {
    const usage = meter.usage ?? context.logFields?.usage;
    return usage === undefined ? {} : { usage };
  };
  const outcome = (): TurnJobOutcome => ({ ...(failure === undefined ? {} : { failure }), ...reportedUsage() });
  const expiresAt = Math.min(response.expiresAt ?? Infinity, response.createdAt + maxWaitMs);
  const shouldRetryWhen =
    (started: boolean): ShouldRetry =>
    (busy, attempts) =>
      waitForModel(run, busy, attempts, { maxWaitMs: expiresAt - context.clock.now(), started });
  const again: ShouldRetry = (busy, attempts) => {
    ports.freeFiles?.();
    return shouldRetryWhen(false)(busy, attempts);
  };
  const start = (): AsyncIterable<GenerationEvent> =>
    runTurn(
      turn,
      { ...ports, store },
      { ...context, owner, signal: run.signal, shouldRetry: shouldRetryWhen(true), stepLog: stepLogOf(job, run) },
      observedResponse,
    );
  try {
    for await (const event of startUntilAvailable(start, again)) {
      meter.push(event);
      const events = await job.push(event);
      if (event.type === 'generation-end') {
        last = events;
        break;
      }
      if (event.type === 'generation-start') {
        // The log that a resumed response continues has output.
        silent = job.resumed === undefined ? run.logged + events.length : -1;
        if (!(await run.update(runningRecord(job, owner, job.resumed?.parts ?? [])))) return outcome();
      }
      const drained = run.push(events);
      if (drained !== undefined) await drained;
    }
  } catch (thrown) {
    failure = toEngineError(thrown);
  }
  // No backend has started the job, so it cannot have crashed one.
  if (run.stopReason === 'stopping' && context.logFields?.isQueued === true) run.markYielded();
  if (run.stopReason === 'lost' || run.stopReason === 'stopping' || run.yielded) {
    failure = undefined;
    return {
      ...(run.logged > silent ? withoutOutputTokens(outcome()) : outcome()),
      ...(run.yielded && run.stopReason === undefined ? { yielded: true } : {}),
    };
  }
  if (failure === undefined && last !== undefined && ended !== undefined) {
    try {
      await run.end(ended.record, last, ended.addition);
      return outcome();
    } catch (thrown) {
      if (ended.addition?.conversation === undefined || toEngineError(thrown).code !== 'conflict') throw thrown;
      // Nothing was written, so the turn must still end, as failed.
      failure = lockLost(thrown);
      ended = undefined;
    }
  }
  failure ??= new EngineError(
    'internal',
    'The service failed to process this request. Its log has the reason under the request id.',
  );
  const record =
    ended?.record ??
    toTurnRecord(turn, owner, response, {
      result: result ?? { ...emptyResult, model: turn.generation.model, ...reportedUsage() },
      error: failure,
    });
  // An end written by another process does not report this failure.
  if (!(await run.end(record, await job.fail(failure), ended?.addition))) failure = undefined;
  return outcome();
}

/** Stores the steps with the running turn. The writes follow one another, so that the last one has the latest state. */
function stepLogOf(job: TurnJob, run: JobRun): StepLog {
  let last = Promise.resolve();
  return {
    ...(job.resumed === undefined ? {} : { resumed: job.resumed }),
    store(parts) {
      last = last.then(async () => {
        await run.written();
        if (!(await run.update(runningRecord(job, run.job.owner, parts())))) throw cancelled();
      });
      return last;
    },
  };
}

function runningRecord({ turn, response, running }: TurnJob, owner: string, parts: readonly Part[]): TurnRecord {
  return toTurnRecord(
    turn,
    owner,
    { ...response, takeSnapshot: () => running() },
    { result: { ...emptyResult, parts } },
  );
}

/**
 * The process that ends the response counts the output tokens from its log. The log does not contain the input
 * tokens.
 */
function withoutOutputTokens({ usage, ...outcome }: TurnJobOutcome): TurnJobOutcome {
  return usage === undefined ? outcome : { ...outcome, usage: { ...usage, outputTokens: 0, reasoningTokens: 0 } };
}

const emptyResult = new ResultCollector().result();

function boundReads(store: TurnPorts['store']): Omit<TurnPorts['store'], 'putTurn'> {
  return {
    getChain: (owner, id) => store.getChain(owner, id),
    findMissingLink: (owner, id) => store.findMissingLink(owner, id),
  };
}
