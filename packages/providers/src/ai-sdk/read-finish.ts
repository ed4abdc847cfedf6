import { EngineError, type FinishKind, type FinishReason } from '@org/engine';
import { cutShort } from '../transport/cut-short.js';
import { readFinishWord } from '../shared/finish-word.js';
import { isObject, objectOf, textOf } from '../shared/wire-value.js';

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
  const word = typeof reason === 'string' ? reason : textOf(objectOf(reason)?.['unified']);
  const raw = textOf(objectOf(reason)?.['raw']);
  // What the specification has no word for says more in the upstream's own.
  const own = word === 'other' && raw !== undefined ? readFinishWord(raw) : undefined;
  if (word === 'error' || own === 'failed')
    throw new EngineError('upstream-failed', 'The upstream gave up on the answer.', {
      cause: { finish_reason: raw ?? word },
    });
  if (
    word === undefined ||
    word === 'unknown' ||
    word === 'interrupted' ||
    (word === 'other' && isObject(reason) && raw === undefined)
  )
    throw cutShort();
  const kind = kindOf(rawKinds, raw) ?? own ?? kindOf(unifiedKinds, word) ?? 'stop';
  const named =
    kind === 'stop' || kind === 'stop-sequence' ? metSequence(part.providerMetadata, stopSequences) : undefined;
  const met = named ?? (kind === 'stop-sequence' && stopSequences.length === 1 ? stopSequences[0] : undefined);
  const told = { raw: raw ?? word };
  if (met !== undefined) return { unified: 'stop-sequence', ...told, stopSequence: met };
  return { unified: kind === 'stop-sequence' ? 'stop' : kind, ...told };
}

/** The wanted sequence that the package names as the one that was met. */
function metSequence(metadata: unknown, wanted: readonly string[]): string | undefined {
  for (const own of Object.values(objectOf(metadata) ?? {})) {
    const met = textOf(objectOf(own)?.['stopSequence']);
    if (met !== undefined && wanted.includes(met)) return met;
  }
  return undefined;
}

function kindOf(kinds: Readonly<Record<string, FinishKind>>, word: string | undefined): FinishKind | undefined {
  return word !== undefined && Object.hasOwn(kinds, word) ? kinds[word] : undefined;
}
