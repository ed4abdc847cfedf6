import { markNotRetryable } from '../../errors/mark-not-retryable.js';
import type { GenerationEnd, GenerationEvent, GenerationStart } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { Message } from '../../model/message.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import { addUsage, emptyUsage, type Usage } from '../../model/usage.js';
import type { IdSource } from '../../ports/id-source.js';
import type { ShouldRetry } from '../../ports/run-context.js';
import type { ServerToolForms } from '../../ports/server-tool-form.js';
import type { StepLog } from '../../ports/step-log.js';
import { startUntilAvailable } from '../start-until-available.js';
import { estimateInput } from '../context-edits/input-size.js';
import { ResponseParts } from './response-parts.js';
import { CallBudget, callTool, notExecuted } from './call-tool.js';
import { truncateToBudget } from './truncate-to-budget.js';
import type { CitableSources } from './citable-sources.js';
import { citeSources } from './cite-sources.js';
import { emitCall } from './emit-call.js';
import { nextStep } from './next-step.js';
import { endOfResumed, isRepeatable, resumeSteps, storedCall } from './resume-steps.js';
import type { CallableTool, ServerToolSet } from './server-tool-set.js';
import { formOf, StepRelay } from './step-relay.js';
import { StepStore } from './step-store.js';

/** What a response with server tool calls runs on. */
export interface ServerToolSession {
  readonly toolSet: ServerToolSet;
  readonly forms: ServerToolForms;
  /** Calls that the client has consented to, as they were requested: they are made first. */
  readonly approved: readonly ServerCall[];
  /** Calls of a paused response, without outcomes so far: they are made first. Absent: none. */
  readonly pending?: readonly ServerCall[];
  /** Maximum number of calls per response, at least 1. Absent: {@link callLimit}. */
  readonly maxCalls?: number;
  readonly ids: IdSource;
  /** What hosted tools read of the conversation; the loop adds the output of the response. */
  readonly conversation: { messages: () => readonly Message[] };
  /** What the results of the turn offer for citation. */
  readonly sources: CitableSources;
  /** Tokens that the model can read and write together; undefined where that is not known. */
  contextLength(): Promise<number | undefined>;
  /** Waits for a busy model once the response has started. Absent: no waiting. */
  readonly shouldRetry?: ShouldRetry;
  /** Stores the steps, and holds those of an earlier attempt. Absent: they are lost with the process. */
  readonly stepLog?: StepLog;
}

/** `tool`: absent for a call of the history, whose source and name determine it. */
export type ExecuteCall = (call: ServerCall, tool?: CallableTool) => Promise<ServerCallOutcome>;

/** Maximum number of calls per response regardless of the client, so that a looping model ends. */
export const callLimit = 128;

/** Steps without tools in which a model may still call one: it reads that it cannot, and answers in the next step. */
const refusedStepLimit = 1;

/**
 * Runs a response in as many steps as needed: the model generates, the service makes its server calls, and the model
 * continues with the outcomes, until it calls nothing more, calls a client tool or needs the client's approval. At the
 * maximum number of calls, the response pauses where its dialect can; elsewhere the last steps run without tools. The
 * steps form one stream, their usage is summed, and `maxOutputTokens` limits all of them together. `generate` runs
 * one step. A failure after the first call is marked as not retryable.
 */
export async function* runServerToolLoop(
  first: GenerationRequest,
  turn: ServerToolSession,
  generate: (step: GenerationRequest) => AsyncIterable<GenerationEvent>,
): AsyncGenerator<GenerationEvent, void, void> {
  const { toolSet, forms, pending = [], contextLength, shouldRetry, maxCalls = callLimit, stepLog } = turn;
  const resumed = stepLog?.resumed;
  const done = new Set(resumed?.parts.flatMap((part) => storedCall(part)?.call.approvalId ?? []));
  const approved = turn.approved.filter(({ callId }) => !done.has(callId));
  const budget = new CallBudget(Math.min(maxCalls, callLimit));
  const responseParts = new ResponseParts();
  // The model reads the calls next to their results, which the response starts with.
  const pendingParts = pending.map((call) => formOf(forms, call.source).closed(call, undefined));
  const store = new StepStore(stepLog, () => responseParts.closed);
  let totalUsage = resumed?.usage ?? emptyUsage;
  let started = false;
  let stepsWithoutTools = 0;

  const nextRequest = (): GenerationRequest =>
    nextStep(
      first,
      {
        parts: [...pendingParts, ...responseParts.closed],
        outputTokens: totalUsage.outputTokens,
        lastStep: budget.usedUp,
      },
      toolSet,
    );
  turn.conversation.messages = () => nextRequest().messages;
  /** Makes one of the parallel `calls`, after the model has read and written `counted` tokens by its own count. */
  const executorFor =
    (calls: number, counted = 0): ExecuteCall =>
    async (call, tool = toolSet.toolOf(call)) => {
      const outcome = await callTool(call, tool, budget);
      if (outcome.hosted?.type === 'code') turn.sources.addFiles(outcome.hosted);
      return truncateToBudget(outcome, {
        contextLength,
        calls,
        used: () => Math.max(counted, estimateInput(nextRequest())),
      });
    };
  // The outcomes of the calls must not be lost because the model is busy for a moment.
  const startStep = (step: GenerationRequest): AsyncIterable<GenerationEvent> =>
    started && shouldRetry !== undefined ? startUntilAvailable(() => generate(step), shouldRetry) : generate(step);
  /** Emits the start of the response once, followed by the tool listings of the servers. */
  const emitStart = (start: GenerationStart): readonly GenerationEvent[] => {
    if (started) return [];
    started = true;
    // The client has the listings of a response that continues.
    const listings = resumed === undefined ? toolSet.listings : [];
    return [start, ...listings.flatMap((part) => responseParts.emitComplete(part))];
  };
  /** A response that has only its listings continues as well. */
  const onStart = async (): Promise<void> => {
    if (resumed === undefined && responseParts.closed.length > 0 && budget.made === 0) await store.startCalls(() => []);
  };
  let request = first;
  const isOutOfTokens = (): boolean => request.limits.maxOutputTokens === 0 && first.limits.maxOutputTokens !== 0;

  try {
    if (resumed !== undefined) {
      const { parts } = resumed;
      yield* emitStart({ type: 'generation-start', model: first.model, usage: emptyUsage, warnings: [] });
      const calls = parts.flatMap((part) => storedCall(part) ?? []);
      for (const { call, outcome } of calls) {
        if (outcome !== undefined || !isRepeatable(call.source)) budget.take();
        if (outcome !== undefined) turn.sources.restore(outcome);
      }
      yield* resumeSteps(parts, forms, responseParts, { store, execute: executorFor(calls.length) });
      const finishReason = endOfResumed(parts);
      if (finishReason !== undefined) {
        yield { type: 'generation-end', finishReason, usage: totalUsage };
        return;
      }
      request = nextRequest();
    }
    if (approved.length + (resumed === undefined ? pending.length : 0) > 0) {
      // Calls may have side effects: the response starts before they are made, so that the client learns of them even
      // if a later step fails.
      yield* emitStart({ type: 'generation-start', model: first.model, usage: emptyUsage, warnings: [] });
      const execute = executorFor(approved.length + pending.length);
      if (resumed === undefined) yield* executePending(turn, responseParts, execute);
      yield* executeApproved({ ...turn, approved }, responseParts, { store, execute });
      request = nextRequest();
    }
    for (;;) {
      const step = new StepRelay(turn, responseParts);
      if (budget.usedUp) stepsWithoutTools += 1;
      const isLast = stepsWithoutTools > refusedStepLimit;
      // Formatted output has numbers of its own.
      const output = first.outputFormat.type === 'text' ? citeSources(startStep(request), turn) : startStep(request);
      let end = yield* relay(output, step, { emitStart, onStart }, totalUsage);
      if (end === undefined) return; // The reader detects that the end is missing.
      totalUsage = addStepUsage(totalUsage, end.usage);
      const { unified } = end.finishReason;
      const complete = unified === 'tool-calls' || unified === 'stop';
      if (step.calls > 0) yield { type: 'generation-usage', usage: totalUsage };
      if (complete && step.calls > 0) await store.startCalls((outcomes) => step.remaining(outcomes));
      yield* step.finish(
        complete
          ? store.storing(executorFor(step.calls, end.usage.inputTokens + end.usage.outputTokens))
          : async (call) => notExecuted(call, 'The response was truncated.'),
      );
      const { pendingClientAction } = step;
      if (complete && step.calls > 0 && pendingClientAction === undefined && !isLast) {
        if (forms.pausesAtLimit === true && budget.usedUp) {
          yield { ...end, usage: totalUsage, finishReason: { unified: 'paused' } };
          return;
        }
        request = nextRequest();
        if (!isOutOfTokens()) continue;
        end = { ...end, finishReason: { unified: 'length' } };
      }
      // A model that calls tools which are no longer offered will produce nothing else.
      const stopsWithoutCalls =
        pendingClientAction === 'to-consent' || (step.calls > 0 && pendingClientAction === undefined && isLast);
      yield { ...end, usage: totalUsage, ...(complete && stopsWithoutCalls && { finishReason: { unified: 'stop' } }) };
      return;
    }
  } catch (thrown) {
    throw budget.made === 0 ? thrown : markNotRetryable(thrown);
  }
}

/** Relays the events of one step into the response. Returns the end of the step, if it reached one. */
async function* relay(
  events: AsyncIterable<GenerationEvent>,
  step: StepRelay,
  { emitStart, onStart }: { emitStart(start: GenerationStart): readonly GenerationEvent[]; onStart(): Promise<void> },
  totalUsage: Usage,
): AsyncGenerator<GenerationEvent, GenerationEnd | undefined, void> {
  let end: GenerationEnd | undefined;
  for await (const event of events) {
    switch (event.type) {
      case 'generation-start':
        yield* emitStart(event);
        await onStart();
        break;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        yield* step.push(event);
        break;
      case 'generation-usage':
        yield { ...event, usage: addStepUsage(totalUsage, event.usage) };
        break;
      case 'generation-end':
        end = event;
        break;
    }
  }
  return end;
}

/** Makes the calls of a paused response in parallel; the client has the calls and receives their results. */
async function* executePending(
  { pending = [], forms }: ServerToolSession,
  responseParts: ResponseParts,
  make: ExecuteCall,
): AsyncGenerator<GenerationEvent, void, void> {
  const outcomes = pending.map((call) => ({ call, outcome: make(call) }));
  for (const { outcome } of outcomes) outcome.catch(() => undefined);
  for (const { call, outcome } of outcomes) {
    const part = formOf(forms, call.source).result?.(call, await outcome);
    if (part !== undefined) yield* responseParts.emitComplete(part);
  }
}

async function* executeApproved(
  { approved, forms, ids }: ServerToolSession,
  responseParts: ResponseParts,
  { store, execute }: { readonly store: StepStore; readonly execute: ExecuteCall },
): AsyncGenerator<GenerationEvent, void, void> {
  if (approved.length === 0) return;
  const calls = approved.map((request, index) => ({
    ...request,
    callId: formOf(forms, request.source).callId(ids),
    approvalId: request.callId,
    ...(index === approved.length - 1 && { endsStep: true as const }),
  }));
  const before = responseParts.closed.length;
  await store.startCalls((known) =>
    calls
      .slice(responseParts.closed.length - before)
      .map((call) => formOf(forms, call.source).closed(call, known.get(call))),
  );
  const make = store.storing(execute);
  const outcomes = calls.map((call) => make(call));
  for (const outcome of outcomes) outcome.catch(() => undefined);
  for (const [position, call] of calls.entries())
    yield* emitCall(call, async () => outcomes[position], formOf(forms, call.source), responseParts);
}

/** Sums the usage of several steps. What an upstream reported for a single step does not hold for all. */
function addStepUsage(before: Usage, step: Usage): Usage {
  if (before === emptyUsage) return step;
  const { raw: _, ...counts } = addUsage(step, before);
  return before.estimated === true ? { ...counts, estimated: true } : counts;
}
