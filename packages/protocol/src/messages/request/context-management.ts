// Beta: rules by which the service shortens a long conversation before the model reads it.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

export const inputTokensTriggerSchema = z.looseObject({ type: z.literal('input_tokens'), value: z.int().min(0) });
export type InputTokensTrigger = z.infer<typeof inputTokensTriggerSchema>;
export const toolUsesTriggerSchema = z.looseObject({ type: z.literal('tool_uses'), value: z.int().min(0) });
export type ToolUsesTrigger = z.infer<typeof toolUsesTriggerSchema>;
export const toolUsesKeepSchema = toolUsesTriggerSchema;
export type ToolUsesKeep = ToolUsesTrigger;
export const inputTokensClearAtLeastSchema = inputTokensTriggerSchema;
export type InputTokensClearAtLeast = InputTokensTrigger;

/** Empties old tool results. `clear_tool_inputs`: also the calls, of all tools or of those named. */
export const clearToolUses20250919EditSchema = z.looseObject({
  type: z.literal('clear_tool_uses_20250919'),
  trigger: openUnion([inputTokensTriggerSchema, toolUsesTriggerSchema]).optional(),
  keep: toolUsesKeepSchema.optional(),
  clear_at_least: inputTokensClearAtLeastSchema.nullish(),
  clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).nullish(),
  exclude_tools: z.array(z.string()).nullish(),
});
export type ClearToolUses20250919Edit = z.infer<typeof clearToolUses20250919EditSchema>;

export const thinkingTurnsSchema = z.looseObject({ type: z.literal('thinking_turns'), value: z.int().min(0) });
export type ThinkingTurns = z.infer<typeof thinkingTurnsSchema>;
export const allThinkingTurnsSchema = z.looseObject({ type: z.literal('all') });
export type AllThinkingTurns = z.infer<typeof allThinkingTurnsSchema>;

/** Leaves out thinking of old turns. */
export const clearThinking20251015EditSchema = z.looseObject({
  type: z.literal('clear_thinking_20251015'),
  keep: z.union([z.literal('all'), openUnion([thinkingTurnsSchema, allThinkingTurnsSchema])]).optional(),
});
export type ClearThinking20251015Edit = z.infer<typeof clearThinking20251015EditSchema>;

/** Summarises. `trigger` defaults to 150,000 input tokens; `pause_after_compaction`: stop with the summary. */
export const compact20260112EditSchema = z.looseObject({
  type: z.literal('compact_20260112'),
  trigger: inputTokensTriggerSchema.nullish(),
  instructions: z.string().nullish(),
  pause_after_compaction: z.boolean().optional(),
});
export type Compact20260112Edit = z.infer<typeof compact20260112EditSchema>;

export type ContextManagementEdit =
  | ClearToolUses20250919Edit
  | ClearThinking20251015Edit
  | Compact20260112Edit
  | UnknownMember;
const editSchema: z.ZodType<ContextManagementEdit> = openUnion([
  clearToolUses20250919EditSchema,
  clearThinking20251015EditSchema,
  compact20260112EditSchema,
]);
export const contextManagementConfigSchema = z.looseObject({ edits: z.array(editSchema).optional() });
export type ContextManagementConfig = z.infer<typeof contextManagementConfigSchema>;

export const clearToolUses20250919EditResponseSchema = z.looseObject({
  type: z.literal('clear_tool_uses_20250919'),
  cleared_input_tokens: z.int(),
  cleared_tool_uses: z.int(),
});
export type ClearToolUses20250919EditResponse = z.infer<typeof clearToolUses20250919EditResponseSchema>;
export const clearThinking20251015EditResponseSchema = z.looseObject({
  type: z.literal('clear_thinking_20251015'),
  cleared_input_tokens: z.int(),
  cleared_thinking_turns: z.int(),
});
export type ClearThinking20251015EditResponse = z.infer<typeof clearThinking20251015EditResponseSchema>;

type AppliedEdit = ClearToolUses20250919EditResponse | ClearThinking20251015EditResponse | UnknownMember;
const appliedEditSchema: z.ZodType<AppliedEdit> = openUnion([
  clearToolUses20250919EditResponseSchema,
  clearThinking20251015EditResponseSchema,
]);
/** What was done to this request. */
export const contextManagementResponseSchema = z.looseObject({ applied_edits: z.array(appliedEditSchema) });
export type ContextManagementResponse = z.infer<typeof contextManagementResponseSchema>;
