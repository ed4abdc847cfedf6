import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** A turn continues a response or a conversation, never both. */
export function requireOneHistory(request: ResponseCreateParams): void {
  const { previous_response_id: previous, conversation } = request;
  if (typeof previous === 'string' && conversation !== undefined && conversation !== null) {
    refuse(
      'conversation',
      "Mutually exclusive parameters: 'conversation' and 'previous_response_id' cannot be used together.",
      'mutually_exclusive_parameters',
    );
  }
}
