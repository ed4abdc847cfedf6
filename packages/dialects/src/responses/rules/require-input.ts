import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** A request without input needs something to continue. */
export function requireInput(request: ResponseCreateParams): void {
  const { input, previous_response_id: previous, conversation } = request;
  const continues = typeof previous === 'string' || (conversation !== undefined && conversation !== null);
  if (continues) return;
  if (input === undefined) refuse('input', "Missing required parameter: 'input'.", 'missing_required_parameter');
  if (Array.isArray(input) && input.length === 0)
    refuse(
      'input',
      "Invalid 'input': the list is empty. Send at least one item, or continue a response or a conversation.",
      'empty_array',
    );
  if (Array.isArray(input) && input.every(({ type }) => type === 'compaction_trigger'))
    refuse(
      'input',
      "Invalid 'input': no item precedes the 'compaction_trigger'. Send the items to summarise before it.",
      'invalid_value',
    );
}
