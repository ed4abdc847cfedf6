// Continues a response after the steps that an earlier attempt has stored.
import type { GenerationEvent } from '../../model/generation-event.js';
import type { FinishReason } from '../../model/finish-reason.js';
import type { Part } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerToolSource } from '../../model/server-tool.js';
import type { ServerToolForms } from '../../ports/server-tool-form.js';
import { emitCall } from './emit-call.js';
import type { ResponseParts } from './response-parts.js';
import type { ExecuteCall } from './run-server-tool-loop.js';
import { isRecorded } from './server-tool-history.js';
import type { KnownOutcomes, StepStore } from './step-store.js';
import { formOf } from './step-relay.js';

const unknownText =
  'The result of this call is unknown: the service was interrupted while the call ran. The call may have had its effects, completely, in part or not at all. Do not repeat it without checking what it did.';

/** A call that the stored part reports, with its outcome as far as it is known. */
export function storedCall(
  part: Part,
): { readonly call: ServerCall; readonly outcome?: ServerCallOutcome } | undefined {
  return isRecorded(part) && part.serverTool.type === 'call' ? part.serverTool : undefined;
}

/** Whether a call may be made again: it only reads. The annotations of an MCP server are hints, so none of its tools is. */
export function isRepeatable(source: ServerToolSource): boolean {
  return source.type === 'hosted' && source.kind !== 'code';
}

/**
 * Yields the events of the stored `parts`. A call without an outcome that only reads is made again; one with effects
 * gets an outcome that reports its result as unknown.
 */
export async function* resumeSteps(
  parts: readonly Part[],
  forms: ServerToolForms,
  responseParts: ResponseParts,
  { store, execute }: { readonly store: StepStore; readonly execute: ExecuteCall },
): AsyncGenerator<GenerationEvent, void, void> {
  const unended = parts.flatMap((part) => {
    const stored = storedCall(part);
    return stored === undefined || stored.outcome !== undefined ? [] : [stored.call];
  });
  if (unended.length > 0)
    await store.startCalls((known) =>
      parts.slice(responseParts.closed.length).map((part) => withOutcome(part, forms, known)),
    );
  const make = store.storing(async (call, tool) =>
    isRepeatable(call.source) ? execute(call, tool) : unknownOutcome(call),
  );
  const outcomes = new Map(unended.map((call) => [call, make(call)]));
  for (const outcome of outcomes.values()) outcome.catch(() => undefined);
  for (const part of parts) {
    const stored = storedCall(part);
    if (stored === undefined) yield* emitGrown(part, responseParts);
    else
      yield* emitCall(
        stored.call,
        async () => stored.outcome ?? (await outcomes.get(stored.call)),
        formOf(forms, stored.call.source),
        responseParts,
      );
  }
}

/** How a response ends that the client has to continue, after its stored calls have their outcomes. */
export function endOfResumed(parts: readonly Part[]): FinishReason | undefined {
  if (parts.some(({ type }) => type === 'tool-call')) return { unified: 'tool-calls' };
  const asks = parts.some((part) => isRecorded(part) && part.serverTool.type === 'approval-request');
  return asks ? { unified: 'stop' } : undefined;
}

function withOutcome(part: Part, forms: ServerToolForms, known: KnownOutcomes): Part {
  const stored = storedCall(part);
  const outcome = stored === undefined ? undefined : known.get(stored.call);
  return stored === undefined || outcome === undefined
    ? part
    : formOf(forms, stored.call.source).closed(stored.call, outcome);
}

function unknownOutcome({ source }: ServerCall): ServerCallOutcome {
  return {
    content: [{ type: 'text', text: unknownText }],
    isError: true,
    ...(source.type === 'hosted' && { hosted: { type: 'failed', code: 'unavailable' } }),
  };
}

/** The events of a complete part as if the model wrote it now: its text equals its deltas. */
function* emitGrown(part: Part, responseParts: ResponseParts): Generator<GenerationEvent, void, void> {
  const { index } = responseParts;
  if (part.type === 'text') {
    const { citations: _, logprobs: __, ...opening } = part;
    yield { type: 'part-start', index, part: { ...opening, text: '' } };
    yield { type: 'part-delta', index, delta: { type: 'text', text: part.text } };
    yield responseParts.close(part);
  } else if (part.type === 'tool-call') {
    yield { type: 'part-start', index, part: { ...part, argumentsText: '' } };
    yield { type: 'part-delta', index, delta: { type: 'arguments', text: part.argumentsText } };
    yield responseParts.close(part);
  } else yield* responseParts.emitComplete(part);
}
