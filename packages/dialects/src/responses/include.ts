// What `include` requests, as far as it concerns this service.
import type { ResponseCreateParams } from '@org/protocol/responses';

/** Asks for the log-probabilities of output text. */
export const logprobsIncludable = 'message.output_text.logprobs';

/** Asks for reasoning that the client can send back. */
export const encryptedReasoning = 'reasoning.encrypted_content';

/** Whether reasoning items carry `encrypted_content`: on request, and always when the service stores nothing. */
export function wantsEncryptedReasoning({ include, store }: ResponseCreateParams): boolean {
  return store === false || (include ?? []).includes(encryptedReasoning);
}
