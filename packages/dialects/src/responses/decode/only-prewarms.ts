import type { ResponseCreateParams } from '@org/protocol/responses';

/** Whether the request only prepares the prompt cache: the model reads it, and generates nothing, with any value of `generate`. */
export function onlyPrewarms({
  prompt_cache_options: options,
}: Pick<ResponseCreateParams, 'prompt_cache_options'>): boolean {
  return options?.prewarm === true;
}
