// Beta: rules by which the service shortens a long conversation before the model reads it.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

const inputTokensTriggerShape = {
  type: z.literal('input_tokens'),
  /** As a trigger: the edit is made above so many. */
  value: z.int().min(0),
};
export type InputTokensTriggerShape = {
  [Name in keyof typeof inputTokensTriggerShape]: (typeof inputTokensTriggerShape)[Name];
};
/** So many input tokens. */
export const inputTokensTriggerSchema: z.ZodObject<InputTokensTriggerShape, z.core.$loose> =
  z.looseObject(inputTokensTriggerShape);
export type InputTokensTrigger = z.infer<typeof inputTokensTriggerSchema>;

const toolUsesTriggerShape = {
  type: z.literal('tool_uses'),
  /** As a trigger: the edit applies above this number. As `keep`: this number of the newest is preserved. */
  value: z.int().min(0),
};
export type ToolUsesTriggerShape = { [Name in keyof typeof toolUsesTriggerShape]: (typeof toolUsesTriggerShape)[Name] };
/** So many calls of tools. */
export const toolUsesTriggerSchema: z.ZodObject<ToolUsesTriggerShape, z.core.$loose> =
  z.looseObject(toolUsesTriggerShape);
export type ToolUsesTrigger = z.infer<typeof toolUsesTriggerSchema>;
/** How many of the newest calls are preserved. */
export const toolUsesKeepSchema = toolUsesTriggerSchema;
export type ToolUsesKeep = ToolUsesTrigger;
/** How many input tokens an edit has to save. */
export const inputTokensClearAtLeastSchema = inputTokensTriggerSchema;
export type InputTokensClearAtLeast = InputTokensTrigger;

const clearToolUses20250919EditShape = {
  type: z.literal('clear_tool_uses_20250919'),
  /** When the edit is made. Default: above 100,000 input tokens. */
  trigger: openUnion([inputTokensTriggerSchema, toolUsesTriggerSchema]).optional(),
  /** How many of the newest results stay. Default: three. */
  keep: toolUsesKeepSchema.optional(),
  /** The edit is made only if it saves so many tokens. Default: however few. */
  clear_at_least: inputTokensClearAtLeastSchema.nullish(),
  /** Whether the calls lose their input, too: those of all tools (true), of the tools named, or of none (default). */
  clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).nullish(),
  /** Names of tools whose results are preserved. */
  exclude_tools: z.array(z.string()).nullish(),
};
export type ClearToolUses20250919EditShape = {
  [Name in keyof typeof clearToolUses20250919EditShape]: (typeof clearToolUses20250919EditShape)[Name];
};
/** Empties old tool results. */
export const clearToolUses20250919EditSchema: z.ZodObject<ClearToolUses20250919EditShape, z.core.$loose> =
  z.looseObject(clearToolUses20250919EditShape);
export type ClearToolUses20250919Edit = z.infer<typeof clearToolUses20250919EditSchema>;

const thinkingTurnsShape = {
  type: z.literal('thinking_turns'),
  /** Number of turns that keep their thinking. */
  value: z.int().min(0),
};
export type ThinkingTurnsShape = { [Name in keyof typeof thinkingTurnsShape]: (typeof thinkingTurnsShape)[Name] };
/** The thinking of the newest turns. */
export const thinkingTurnsSchema: z.ZodObject<ThinkingTurnsShape, z.core.$loose> = z.looseObject(thinkingTurnsShape);
export type ThinkingTurns = z.infer<typeof thinkingTurnsSchema>;
/** The thinking of all turns. */
export const allThinkingTurnsSchema = z.looseObject({ type: z.literal('all') });
export type AllThinkingTurns = z.infer<typeof allThinkingTurnsSchema>;

const clearThinking20251015EditShape = {
  type: z.literal('clear_thinking_20251015'),
  /** Which turns keep their thinking. Default: the last one. `all` has no effect. */
  keep: z.union([z.literal('all'), openUnion([thinkingTurnsSchema, allThinkingTurnsSchema])]).optional(),
};
export type ClearThinking20251015EditShape = {
  [Name in keyof typeof clearThinking20251015EditShape]: (typeof clearThinking20251015EditShape)[Name];
};
/** Removes the thinking of old turns. */
export const clearThinking20251015EditSchema: z.ZodObject<ClearThinking20251015EditShape, z.core.$loose> =
  z.looseObject(clearThinking20251015EditShape);
export type ClearThinking20251015Edit = z.infer<typeof clearThinking20251015EditSchema>;

const compact20260112EditShape = {
  type: z.literal('compact_20260112'),
  /**
   * Default: above 150,000 input tokens. This service applies it at four fifths of the model's context, if that is
   * less.
   */
  trigger: inputTokensTriggerSchema.nullish(),
  /** Instructions for the summary, instead of this service's own. */
  instructions: z.string().nullish(),
  /**
   * End the response with the summary and `stop_reason: "compaction"`. Default false: the model continues with its
   * response.
   */
  pause_after_compaction: z.boolean().optional(),
};
export type Compact20260112EditShape = {
  [Name in keyof typeof compact20260112EditShape]: (typeof compact20260112EditShape)[Name];
};
/** Summarizes a long conversation. The summary is the first block of the response. */
export const compact20260112EditSchema: z.ZodObject<Compact20260112EditShape, z.core.$loose> =
  z.looseObject(compact20260112EditShape);
export type Compact20260112Edit = z.infer<typeof compact20260112EditSchema>;

/** One edit of `context_management.edits`. */
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

const contextManagementConfigShape = {
  /** Applied in this order, one of each type. A second or unknown one gets a warning. */
  edits: z.array(editSchema).optional(),
};
export type ContextManagementConfigShape = {
  [Name in keyof typeof contextManagementConfigShape]: (typeof contextManagementConfigShape)[Name];
};
/** Edits that shorten what the model reads. */
export const contextManagementConfigSchema: z.ZodObject<ContextManagementConfigShape, z.core.$loose> =
  z.looseObject(contextManagementConfigShape);
export type ContextManagementConfig = z.infer<typeof contextManagementConfigSchema>;

const clearToolUses20250919EditResponseShape = {
  type: z.literal('clear_tool_uses_20250919'),
  /** How many input tokens that saved. */
  cleared_input_tokens: z.int(),
  /** How many calls lost their results. */
  cleared_tool_uses: z.int(),
};
export type ClearToolUses20250919EditResponseShape = {
  [Name in keyof typeof clearToolUses20250919EditResponseShape]: (typeof clearToolUses20250919EditResponseShape)[Name];
};
/** Tool results were emptied. */
export const clearToolUses20250919EditResponseSchema: z.ZodObject<
  ClearToolUses20250919EditResponseShape,
  z.core.$loose
> = z.looseObject(clearToolUses20250919EditResponseShape);
export type ClearToolUses20250919EditResponse = z.infer<typeof clearToolUses20250919EditResponseSchema>;

const clearThinking20251015EditResponseShape = {
  type: z.literal('clear_thinking_20251015'),
  /** How many input tokens that saved. */
  cleared_input_tokens: z.int(),
  /** How many turns lost their thinking. */
  cleared_thinking_turns: z.int(),
};
export type ClearThinking20251015EditResponseShape = {
  [Name in keyof typeof clearThinking20251015EditResponseShape]: (typeof clearThinking20251015EditResponseShape)[Name];
};
/** Thinking was removed. */
export const clearThinking20251015EditResponseSchema: z.ZodObject<
  ClearThinking20251015EditResponseShape,
  z.core.$loose
> = z.looseObject(clearThinking20251015EditResponseShape);
export type ClearThinking20251015EditResponse = z.infer<typeof clearThinking20251015EditResponseSchema>;

type AppliedEdit = ClearToolUses20250919EditResponse | ClearThinking20251015EditResponse | UnknownMember;
const appliedEditSchema: z.ZodType<AppliedEdit> = openUnion([
  clearToolUses20250919EditResponseSchema,
  clearThinking20251015EditResponseSchema,
]);

const contextManagementResponseShape = {
  /** Empty when no edit was needed. A summary is not listed, because the response starts with it. */
  applied_edits: z.array(appliedEditSchema),
};
export type ContextManagementResponseShape = {
  [Name in keyof typeof contextManagementResponseShape]: (typeof contextManagementResponseShape)[Name];
};
/** What was done to this request. */
export const contextManagementResponseSchema: z.ZodObject<ContextManagementResponseShape, z.core.$loose> =
  z.looseObject(contextManagementResponseShape);
export type ContextManagementResponse = z.infer<typeof contextManagementResponseSchema>;
