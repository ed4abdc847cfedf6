import { notAgain } from '../../errors/not-again.js';
import type { GenerationEnd, GenerationEvent, GenerationStart } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import { addUsage, emptyUsage, type Usage } from '../../model/usage.js';
import type { IdSource } from '../../ports/id-source.js';
import type { Waits } from '../../ports/run-context.js';
import type { ServerToolForm } from '../../ports/server-tool-form.js';
import { startUntilAvailable } from '../start-until-available.js';
import { estimateInput } from '../context-edits/input-size.js';
import { ResponseParts } from './response-parts.js';
import { CallBudget, callTool, notMade } from './call-tool.js';
import { truncateToBudget } from './truncate-to-budget.js';
import { nextStep } from './next-step.js';
import type { McpToolSet } from './mcp-tool-set.js';
import { StepRelay } from './step-relay.js';

/** What an answer that calls the tools of servers runs on. */
export interface McpToolSession {
  readonly mcpTools: McpToolSet;
  readonly form: ServerToolForm;
  /** Calls that the client has consented to, as they were requested: they are made first. */
  readonly approved: readonly ServerCall[];
  /** Most calls of the whole answer, at least 1. Absent: {@link callLimit}. */
  readonly maxCalls?: number;
  readonly ids: IdSource;
  /** Tokens that the model can read and write together; undefined where that is not known. */
  contextLength(): Promise<number | undefined>;
  /** Waits for a model that is busy once the answer has begun. Absent: nobody does. */
  readonly waits?: Waits;
}

type MakeCall = (call: ServerCall) => Promise<ServerCallOutcome>;

/** Most calls of an answer, whatever its client says: a model that goes round in circles ends some time. */
export const callLimit = 128;

/**
 * One answer in as many steps as it takes: the model is asked, what it calls at the servers is called, and it is asked again with
 * the outcomes, until it calls nothing more, calls a tool of the client or needs the client's consent. The steps become one
 * stream, their usage a sum, and `maxOutputTokens` holds for all of them together. `generate` runs one step. A failure
 * behind the first call says that it is not to be tried again.
 */
export async function* runServerToolLoop(
  first: GenerationRequest,
  turn: McpToolSession,
  generate: (step: GenerationRequest) => AsyncIterable<GenerationEvent>,
): AsyncGenerator<GenerationEvent, void, void> {
  const { mcpTools, form, approved, ids, contextLength, waits, maxCalls = callLimit } = turn;
  const budget = new CallBudget(Math.min(maxCalls, callLimit));
  const responseParts = new ResponseParts();
  let spent = emptyUsage;
  let started = false;

  const goOn = (): GenerationRequest =>
    nextStep(
      first,
      { parts: responseParts.closed, outputTokens: spent.outputTokens, lastStep: budget.usedUp },
      mcpTools,
    );
  /** Makes one of `calls` that are made together, when the model has read and written `counted` tokens by its own count. */
  const maker =
    (calls: number, counted = 0): MakeCall =>
    async (call) =>
      truncateToBudget(await callTool(call, mcpTools, budget), {
        contextLength,
        calls,
        used: () => Math.max(counted, estimateInput(goOn())),
      });
  // What the calls have told is not to be lost because the model is busy for a moment.
  const ask = (step: GenerationRequest): AsyncIterable<GenerationEvent> =>
    started && waits !== undefined ? startUntilAvailable(() => generate(step), waits) : generate(step);
  /** The start of the answer, once; what the servers offer follows it. */
  const emitStart = (start: GenerationStart): readonly GenerationEvent[] => {
    if (started) return [];
    started = true;
    return [start, ...mcpTools.listings.flatMap((part) => responseParts.emitComplete(part))];
  };
  let request = first;
  const isOutOfTokens = (): boolean => request.limits.maxOutputTokens === 0 && first.limits.maxOutputTokens !== 0;

  try {
    if (approved.length > 0) {
      // Calls may change the world: the answer begins before they are made, so that the client learns of them whatever fails then.
      yield* emitStart({ type: 'generation-start', model: first.model, usage: emptyUsage, warnings: [] });
      yield* makeApproved(turn, responseParts, maker(approved.length));
      request = goOn();
    }
    for (;;) {
      const step = new StepRelay(mcpTools, form, ids, responseParts);
      const isLast = budget.usedUp;
      let end = yield* relay(ask(request), step, emitStart, spent);
      if (end === undefined) return; // Whoever reads this sees that the end is missing.
      spent = together(spent, end.usage);
      const { unified } = end.finishReason;
      const complete = unified === 'tool-calls' || unified === 'stop';
      if (step.calls > 0) yield { type: 'generation-usage', usage: spent };
      yield* step.finish(
        complete
          ? maker(step.calls, end.usage.inputTokens + end.usage.outputTokens)
          : async () => notMade('The response was truncated.'),
      );
      const { asksClient } = step;
      if (complete && step.calls > 0 && asksClient === undefined && !isLast) {
        request = goOn();
        if (!isOutOfTokens()) continue;
        end = { ...end, finishReason: { unified: 'length' } };
      }
      // Of a model that calls what it is not offered any more, nothing else is to be expected.
      const stopsWithoutCalls = asksClient === 'to-consent' || (step.calls > 0 && asksClient === undefined && isLast);
      yield { ...end, usage: spent, ...(complete && stopsWithoutCalls && { finishReason: { unified: 'stop' } }) };
      return;
    }
  } catch (thrown) {
    throw budget.made === 0 ? thrown : notAgain(thrown);
  }
}

/** What one step adds to the answer. Returns its end, if it came to one. */
async function* relay(
  events: AsyncIterable<GenerationEvent>,
  step: StepRelay,
  emitStart: (start: GenerationStart) => readonly GenerationEvent[],
  spent: Usage,
): AsyncGenerator<GenerationEvent, GenerationEnd | undefined, void> {
  let end: GenerationEnd | undefined;
  for await (const event of events) {
    switch (event.type) {
      case 'generation-start':
        yield* emitStart(event);
        break;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        yield* step.push(event);
        break;
      case 'generation-usage':
        yield { ...event, usage: together(spent, event.usage) };
        break;
      case 'generation-end':
        end = event;
        break;
    }
  }
  return end;
}

async function* makeApproved(
  { approved, form, ids }: McpToolSession,
  responseParts: ResponseParts,
  make: MakeCall,
): AsyncGenerator<GenerationEvent, void, void> {
  const calls = approved.map((request) => ({ ...request, callId: form.callId(ids), approvalId: request.callId }));
  const outcomes = calls.map(make);
  for (const outcome of outcomes) outcome.catch(() => undefined);
  for (const [position, call] of calls.entries()) {
    const { index } = responseParts;
    yield { type: 'part-start', index, part: form.opened(call) };
    if (call.argumentsText !== '' && form.argumentsDelta !== undefined)
      yield { type: 'part-delta', index, delta: form.argumentsDelta(call.argumentsText) };
    if (form.argumentsDone !== undefined) yield { type: 'part-delta', index, delta: form.argumentsDone(call) };
    const outcome = await outcomes[position];
    yield responseParts.close(form.closed(call, outcome));
    if (form.result !== undefined && outcome !== undefined)
      yield* responseParts.emitComplete(form.result(call, outcome));
  }
}

/** What several steps have cost. What an upstream said of one of them is not true of all. */
function together(before: Usage, step: Usage): Usage {
  if (before === emptyUsage) return step;
  const { raw: _, ...counts } = addUsage(step, before);
  return before.estimated === true ? { ...counts, estimated: true } : counts;
}
