import type { ResponseCreateParams } from '@org/protocol/responses';

/** Additional fields of a stored response. */
export interface IncludeOption {
  /**
   * For example `reasoning.encrypted_content` or `message.output_text.logprobs`. The service ignores unknown values.
   * Default: none.
   */
  readonly include?: NonNullable<ResponseCreateParams['include']> | undefined;
}
