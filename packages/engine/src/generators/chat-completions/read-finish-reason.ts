import { EngineError } from '../../errors/engine-error.js';
import type { FinishKind, FinishReason } from '../../model/finish-reason.js';
import { textOf, type WireObject } from '../upstream/wire-value.js';

/** Words for an answer that the upstream gave up on. They end in an error: what there is of the answer is not one. */
const failures: ReadonlySet<string> = new Set(['error', 'abort', 'aborted', 'cancelled', 'canceled', 'insufficient_system_resource', 'malformed_function_call']);

const kinds: Readonly<Record<string, FinishKind>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  length: 'length',
  max_tokens: 'length',
  model_length: 'context-window',
  model_context_window_exceeded: 'context-window',
  tool_calls: 'tool-calls',
  tool_call: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  sensitive: 'content-filter',
  safety: 'content-filter',
  recitation: 'content-filter',
  prohibited_content: 'content-filter',
  blocklist: 'content-filter',
  refusal: 'refusal',
};

/** Narrows `finish_reason` of a choice. Throws `upstream-failed` for the words that mean failure. */
export function readFinishReason(raw: string, choice: WireObject, stopSequences: readonly string[]): FinishReason {
  // Some servers pass the words of another wire on as they are, in capitals.
  const word = raw.toLowerCase();
  if (failures.has(word)) throw new EngineError('upstream-failed', 'The upstream gave up on the answer.', { cause: { finish_reason: raw } });
  const unified = Object.hasOwn(kinds, word) ? (kinds[word] ?? 'stop') : 'stop';
  // Some engines say which sequence they met, under two names; they also name ends of their own there.
  const met = textOf(choice['stop_reason']) ?? textOf(choice['matched_stop']);
  const asked = met !== undefined && stopSequences.includes(met);
  return unified === 'stop' && asked ? { unified: 'stop-sequence', raw, stopSequence: met } : { unified, raw };
}
