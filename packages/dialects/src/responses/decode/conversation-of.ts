import type { ResponseCreateParams } from '@org/protocol/responses';

/** Id of the conversation that a request continues. */
export function conversationOf({ conversation }: Pick<ResponseCreateParams, 'conversation'>): string | undefined {
  return typeof conversation === 'object' ? conversation?.id : conversation;
}
