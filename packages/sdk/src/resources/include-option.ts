import type { ResponseCreateParams } from '@org/protocol/responses';

/** What of a stored answer is shown beyond the usual. */
export interface IncludeOption {
  /** Such as `reasoning.encrypted_content` or `message.output_text.logprobs`. What the service does not know is left out. Default: nothing. */
  readonly include?: NonNullable<ResponseCreateParams['include']> | undefined;
}
