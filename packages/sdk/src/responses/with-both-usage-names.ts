import type { ResponseUsage as ApiUsage } from '@org/protocol/responses';
import type { ResponseUsage } from './response-types.js';

/**
 * Usage with both namings: fields missing in one are copied from the other. Fields missing in both are 0, as this
 * service reports unknown counts.
 */
export function withBothUsageNames(usage: ApiUsage): ResponseUsage {
  const {
    input_tokens_details: input,
    prompt_tokens_details: prompt,
    output_tokens_details: output,
    completion_tokens_details: completion,
  } = usage;
  const counts = {
    input_tokens: usage.input_tokens ?? usage.prompt_tokens ?? 0,
    output_tokens: usage.output_tokens ?? usage.completion_tokens ?? 0,
  };
  return {
    ...usage,
    ...counts,
    total_tokens: usage.total_tokens ?? counts.input_tokens + counts.output_tokens,
    prompt_tokens: usage.prompt_tokens ?? counts.input_tokens,
    completion_tokens: usage.completion_tokens ?? counts.output_tokens,
    input_tokens_details: withCached(input ?? prompt),
    prompt_tokens_details: withCached(prompt ?? input),
    output_tokens_details: withReasoning(output ?? completion),
    completion_tokens_details: withReasoning(completion ?? output),
  };
}

function withCached(details: ApiUsage['prompt_tokens_details']): ResponseUsage['input_tokens_details'] {
  return { ...details, cached_tokens: details?.cached_tokens ?? 0 };
}

function withReasoning(details: ApiUsage['completion_tokens_details']): ResponseUsage['output_tokens_details'] {
  return { ...details, reasoning_tokens: details?.reasoning_tokens ?? 0 };
}
