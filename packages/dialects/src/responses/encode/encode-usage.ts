// Converts token counts, both ways. Two sets of names are in use for the same numbers; a setting chooses one or both.
import { isObject, type JsonObject, type JsonValue, type Usage } from '@org/engine';
import type { ResponseUsage } from '@org/protocol/responses';
import type { EncodePolicy } from '../../dialect.js';

/**
 * The API's `usage`. Every count is present and an integer: some clients reject a response without them. Counts of a
 * response that was aborted before its upstream could count are marked by an additional member, `estimated`.
 */
export function encodeUsage(usage: Usage, names: EncodePolicy['usageNames']): ResponseUsage {
  const { inputTokens: input, outputTokens: output } = usage;
  const prompt = promptDetails(usage);
  const completion = completionDetails(usage);
  const own = {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cachedInputTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      ...prompt,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens, ...completion },
  };
  const completionStyle = {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, ...prompt },
    completion_tokens: output,
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, ...completion },
  };
  const total = { total_tokens: input + output, ...(usage.estimated === true && { estimated: true }) };
  switch (names) {
    case 'both':
      return { ...own, ...completionStyle, ...total };
    case 'input-output':
      return { ...own, ...total };
    case 'prompt-completion':
      return { ...completionStyle, ...total };
  }
}

/** The neutral counts of an API usage under either set of names. A missing count is 0. */
export function decodeUsage(payload: JsonObject): Usage {
  const input = details(payload, 'input_tokens_details', 'prompt_tokens_details');
  const output = details(payload, 'output_tokens_details', 'completion_tokens_details');
  return {
    inputTokens: count(payload['input_tokens'] ?? payload['prompt_tokens']),
    outputTokens: count(payload['output_tokens'] ?? payload['completion_tokens']),
    cachedInputTokens: count(input['cached_tokens']),
    cacheWriteTokens: count(input['cache_write_tokens']),
    reasoningTokens: count(output['reasoning_tokens']),
    raw: payload,
  };
}

/** The kinds of content in the prompt. Only an upstream can know the shares of image and audio; the rest is text. */
function promptDetails(usage: Usage): { text_tokens: number; audio_tokens: number; image_tokens: number } {
  const reported = usage.raw === undefined ? {} : details(usage.raw, 'input_tokens_details', 'prompt_tokens_details');
  const audio = count(reported['audio_tokens']);
  const image = count(reported['image_tokens']);
  return { text_tokens: Math.max(0, usage.inputTokens - audio - image), audio_tokens: audio, image_tokens: image };
}

function completionDetails(usage: Usage): { text_tokens: number; audio_tokens: number } {
  const reported =
    usage.raw === undefined ? {} : details(usage.raw, 'output_tokens_details', 'completion_tokens_details');
  const audio = count(reported['audio_tokens']);
  return { text_tokens: Math.max(0, usage.outputTokens - usage.reasoningTokens - audio), audio_tokens: audio };
}

function details(payload: JsonObject, own: string, completionStyle: string): JsonObject {
  const found = payload[own] ?? payload[completionStyle];
  return isObject(found) ? found : {};
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0;
}
