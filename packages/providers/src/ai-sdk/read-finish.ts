import { EngineError, type FinishKind, type FinishReason, isObject, asObject, asText } from '@org/engine';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import { mapFinishReason } from '../shared/map-finish-reason.js';

/** Finish reasons of the specification that are sufficient by themselves. */
const unifiedKinds: Readonly<Record<string, FinishKind>> = {
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'tool-calls',
};

/** Finish reasons of upstreams that are more specific than those of the specification. */
const rawKinds: Readonly<Record<string, FinishKind>> = {
  stop_sequence: 'stop-sequence',
  model_context_window_exceeded: 'context-window',
  refusal: 'refusal',
  pause_turn: 'paused',
};

/**
 * Reads from a `finish` part why the model ended. Throws `upstream-failed` when the model gave up or gave no reason:
 * the packages end an aborted stream like a complete one, only without a reason.
 */
export function readFinish(
  part: { readonly finishReason: unknown; readonly providerMetadata?: unknown },
  stopSequences: readonly string[],
): FinishReason {
  const reason = part.finishReason;
  const unified = typeof reason === 'string' ? reason : asText(asObject(reason)?.['unified']);
  const raw = asText(asObject(reason)?.['raw']);
  // Where the specification has no reason, the upstream's own one is more specific.
  const own = unified === 'other' && raw !== undefined ? mapFinishReason(raw) : undefined;
  if (unified === 'error' || own === 'failed')
    throw new EngineError('upstream-failed', 'The upstream aborted the response.', {
      cause: { finish_reason: raw ?? unified },
    });
  if (
    unified === undefined ||
    unified === 'unknown' ||
    unified === 'interrupted' ||
    (unified === 'other' && isObject(reason) && raw === undefined)
  )
    throw incompleteStreamError();
  const kind = kindOf(rawKinds, raw) ?? own ?? kindOf(unifiedKinds, unified) ?? 'stop';
  const named =
    kind === 'stop' || kind === 'stop-sequence' ? metSequence(part.providerMetadata, stopSequences) : undefined;
  const met = named ?? (kind === 'stop-sequence' && stopSequences.length === 1 ? stopSequences[0] : undefined);
  const rawReason = { raw: raw ?? unified };
  if (met !== undefined) return { unified: 'stop-sequence', ...rawReason, stopSequence: met };
  return { unified: kind === 'stop-sequence' ? 'stop' : kind, ...rawReason };
}

/** Returns the requested stop sequence that the package reports as matched. */
function metSequence(metadata: unknown, wanted: readonly string[]): string | undefined {
  for (const own of Object.values(asObject(metadata) ?? {})) {
    const met = asText(asObject(own)?.['stopSequence']);
    if (met !== undefined && wanted.includes(met)) return met;
  }
  return undefined;
}

function kindOf(kinds: Readonly<Record<string, FinishKind>>, unified: string | undefined): FinishKind | undefined {
  return unified !== undefined && Object.hasOwn(kinds, unified) ? kinds[unified] : undefined;
}
