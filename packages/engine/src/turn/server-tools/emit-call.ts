import type { GenerationEvent } from '../../model/generation-event.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import type { ServerToolForm } from '../../ports/server-tool-form.js';
import type { ResponseParts } from './response-parts.js';

/** Yields the events of a call whose arguments are complete, and of its outcome once that is known. */
export async function* emitCall(
  call: ServerCall,
  outcomeOf: () => Promise<ServerCallOutcome | undefined>,
  form: ServerToolForm,
  responseParts: ResponseParts,
): AsyncGenerator<GenerationEvent, void, void> {
  const { index } = responseParts;
  yield { type: 'part-start', index, part: form.opened(call) };
  const deltas = [
    ...(form.progress?.({ type: 'opened', call }) ?? []),
    ...(call.argumentsText === '' ? [] : (form.argumentsReader?.()(call.argumentsText) ?? [])),
    ...(form.progress?.({ type: 'running', call }) ?? []),
  ];
  for (const delta of deltas) yield { type: 'part-delta', index, delta };
  const outcome = await outcomeOf();
  if (outcome !== undefined)
    for (const delta of form.progress?.({ type: 'ended', call, outcome }) ?? [])
      yield { type: 'part-delta', index, delta };
  yield responseParts.close(form.closed(call, outcome));
  if (form.result !== undefined && outcome !== undefined) yield* responseParts.emitComplete(form.result(call, outcome));
}
