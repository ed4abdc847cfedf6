import { EngineError, type FinishKind, type FinishReason } from '@org/engine';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import { mapFinishReason } from '../shared/map-finish-reason.js';
import { isObject, objectOf, textOf } from '../shared/json-value.js';

/** Words of the specification that say all there is to say. */
const unifiedKinds: Readonly<Record<string, FinishKind>> = {
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'tool-calls',
};

/** Words of upstreams that say more than any word of the specification. */
const rawKinds: Readonly<Record<string, FinishKind>> = {
  stop_sequence: 'stop-sequence',
  model_context_window_exceeded: 'context-window',
  refusal: 'refusal',
  pause_turn: 'paused',
};

/**
 * Why the model ended, from a `finish` part. Throws `upstream-failed` when it gave up, and when it never said why: the
 * packages end a stream that was cut in the same way as one that is whole, only without a reason.
 */
export function readFinish(
  part: { readonly finishReason: unknown; readonly providerMetadata?: unknown },
  stopSequences: readonly string[],
): FinishReason {
  const reason = part.finishReason;
  const unified = typeof reason === 'string' ? reason : textOf(objectOf(reason)?.['unified']);
  const raw = textOf(objectOf(reason)?.['raw']);
  // What the specification has no word for says more in the upstream's own.
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

/** The wanted sequence that the package names as the one that was met. */
function metSequence(metadata: unknown, wanted: readonly string[]): string | undefined {
  for (const own of Object.values(objectOf(metadata) ?? {})) {
    const met = textOf(objectOf(own)?.['stopSequence']);
    if (met !== undefined && wanted.includes(met)) return met;
  }
  return undefined;
}

function kindOf(kinds: Readonly<Record<string, FinishKind>>, unified: string | undefined): FinishKind | undefined {
  return unified !== undefined && Object.hasOwn(kinds, unified) ? kinds[unified] : undefined;
}
