import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../refuse.js';

/** A request without input needs something to continue. */
export function requireInput(request: ResponseCreateParams): void {
  const { input, previous_response_id: previous, conversation } = request;
  const empty = input === undefined || (Array.isArray(input) && input.length === 0);
  const continues = typeof previous === 'string' || (conversation !== undefined && conversation !== null);
  if (empty && !continues) refuse('input', "Missing required parameter: 'input'.", 'missing_required_parameter');
}
