import type { FinishKind } from '@org/engine';

/** Meaning of an upstream's finish reason; `failed`: it gave up, and its partial output is not a response. */
export type MappedFinishReason = FinishKind | 'failed';

const finishKinds: Readonly<Record<string, MappedFinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  // The server aborted repetitive output.
  repetition: 'length',
  repetition_truncation: 'length',
  model_length: 'context-window',
  model_context_window_exceeded: 'context-window',
  tool_calls: 'tool-calls',
  tool_call: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  sensitive: 'content-filter',
  safety: 'content-filter',
  recitation: 'content-filter',
  prohibited_content: 'content-filter',
  blocklist: 'content-filter',
  spii: 'content-filter',
  language: 'content-filter',
  upstreamError: 'refusal',
  pause_turn: 'paused',
  error: 'failed',
  abort: 'failed',
  aborted: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  timeout: 'failed',
  network_error: 'failed',
  insufficient_system_resource: 'failed',
  malformed_function_call: 'failed',
  malformed_response: 'failed',
  unexpected_tool_call: 'failed',
};

/** Families of reasons, some with details after a colon: `content_filter: SAFETY`, `IMAGE_SAFETY`. */
const filtered = /^(?:(?:content|function_call)_filter\b|image_)/;

/**
 * Maps a finish reason; `undefined` for an unknown one. Some servers forward the reasons of another API unchanged, in
 * capitals.
 */
export function mapFinishReason(raw: string): MappedFinishReason | undefined {
  const reason = raw.toLowerCase();
  if (Object.hasOwn(finishKinds, reason)) return finishKinds[reason];
  if (!filtered.test(reason)) return undefined;
  // A call that the model wrote wrongly is called filtered, too.
  const detail = reason.slice(reason.indexOf(':') + 1).trim();
  return Object.hasOwn(finishKinds, detail) && finishKinds[detail] === 'failed' ? 'failed' : 'content-filter';
}
