// Events of a response in which this service calls an MCP server tool, as the turn creates them.
import {
  emptyUsage,
  type GenerationEvent,
  type GenerationResult,
  type OpaquePart,
  ResultCollector,
  type ServerCall,
  type ServerCallOutcome,
  type ServerTool,
  type ServerToolForm,
} from '@org/engine';
import { countingIds } from '@org/engine/testing';

export const ids = countingIds();

export const findIssue: ServerTool = {
  name: 'find_issue',
  description: 'Finds an issue.',
  inputSchema: { type: 'object', properties: { number: { type: 'number' } } },
  annotations: { readOnlyHint: true },
};

/** A call of the tool; `argumentsText` as the model writes it. */
export function callOf(
  form: ServerToolForm,
  argumentsText = '{"number":12.0}',
  more: Partial<ServerCall> = {},
): ServerCall {
  return {
    callId: form.callId(ids),
    source: { type: 'mcp', server: 'tracker' },
    name: findIssue.name,
    argumentsText,
    ...more,
  };
}

/** Parts and deltas of one call, in order. `deltas`: its arguments as the model writes them. */
export function callEvents(
  form: ServerToolForm,
  call: ServerCall,
  outcome: ServerCallOutcome,
  deltas: readonly string[] = [call.argumentsText],
): readonly Unplaced[] {
  const result = form.result?.(call, outcome);
  const read = form.argumentsReader?.();
  const progress = [
    ...(form.progress?.({ type: 'opened', call }) ?? []),
    ...deltas.flatMap((text) => (text === '' ? [] : (read?.(text) ?? []))),
    ...(form.progress?.({ type: 'running', call }) ?? []),
    ...(result === undefined ? (form.progress?.({ type: 'ended', call, outcome }) ?? []) : []),
  ];
  return [
    { type: 'part-start', part: form.opened(call) },
    ...progress.map((delta): Unplaced => ({ type: 'part-delta', delta })),
    { type: 'part-end', part: form.closed(call, form.result === undefined ? outcome : undefined) },
    ...(result === undefined ? [] : completePart(result)),
  ];
}

export function completePart(part: OpaquePart): readonly Unplaced[] {
  return [
    { type: 'part-start', part },
    { type: 'part-end', part },
  ];
}

type Without<Value, Key extends PropertyKey> = Value extends unknown ? Omit<Value, Key> : never;

/** An event of a part whose index is not assigned yet. */
export type Unplaced = Without<Extract<GenerationEvent, { readonly index: number }>, 'index'>;

/** A complete response of these parts. */
export function generationOf(...events: readonly Unplaced[]): readonly GenerationEvent[] {
  let index = -1;
  return [
    { type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] },
    ...events.map((event): GenerationEvent => {
      if (event.type === 'part-start') index += 1;
      return { ...event, index };
    }),
    { type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage },
  ];
}

export function collect(events: readonly GenerationEvent[]): GenerationResult {
  const collector = new ResultCollector();
  for (const event of events) collector.push(event);
  return collector.result();
}
