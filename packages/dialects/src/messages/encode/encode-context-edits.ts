// Encodes the context edits applied before the model read the conversation, as a response reports them.
import type { AppliedEdit } from '@org/engine';
import type { ContextManagementResponse, MessageCreateParams } from '@org/protocol/messages';

/** The member for a response to a request with context edits, applied or not; empty for any other. */
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
    case 'summarize':
      // The first block of the response reports it.
      return [];
  }
}
