// What was done to a conversation before the model read it, as an answer says it.
import type { AppliedEdit } from '@org/engine';
import type { ContextManagementResponse, MessageCreateParams } from '@org/protocol/messages';

/** The member of an answer to a request that asked for edits, done or not; nothing for any other. */
export function encodeContextEdits(
  { context_management: asked }: Pick<MessageCreateParams, 'context_management'>,
  applied: readonly AppliedEdit[] = [],
): { readonly context_management?: ContextManagementResponse } {
  return asked == null ? {} : { context_management: { applied_edits: applied.flatMap(encodeEdit) } };
}

function encodeEdit(edit: AppliedEdit): ContextManagementResponse['applied_edits'] {
  switch (edit.kind) {
    case 'clear-tool-results':
      return [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: edit.toolCalls, cleared_input_tokens: edit.inputTokens },
      ];
    case 'clear-reasoning':
      return [
        { type: 'clear_thinking_20251015', cleared_thinking_turns: edit.turns, cleared_input_tokens: edit.inputTokens },
      ];
    case 'summarise':
      // The block at the beginning of the answer says it.
      return [];
  }
}
