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
      "Invalid 'input': the list is empty. A request that continues nothing needs at least one item.",
      'empty_array',
    );
  if (Array.isArray(input) && input.every(({ type }) => type === 'compaction_trigger'))
    refuse(
      'input',
      "Invalid 'input': there is nothing before the 'compaction_trigger' that could be summarised.",
      'invalid_value',
    );
}
