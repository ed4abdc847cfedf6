import * as z from 'zod';

/** True: at most one tool call (`auto`), or exactly one (`any`, `tool`). Default false. */
const parallel = { disable_parallel_tool_use: z.boolean().optional() };

/** The model decides. Default when tools are given. */
export const toolChoiceAutoSchema = z.looseObject({ type: z.literal('auto'), ...parallel });
export type ToolChoiceAuto = z.infer<typeof toolChoiceAutoSchema>;

/** At least one call, of any tool. */
export const toolChoiceAnySchema = z.looseObject({ type: z.literal('any'), ...parallel });
export type ToolChoiceAny = z.infer<typeof toolChoiceAnySchema>;

/** A call of the tool `name`. */
export const toolChoiceToolSchema = z.looseObject({ type: z.literal('tool'), name: z.string(), ...parallel });
export type ToolChoiceTool = z.infer<typeof toolChoiceToolSchema>;

/** No calls. */
export const toolChoiceNoneSchema = z.looseObject({ type: z.literal('none') });
export type ToolChoiceNone = z.infer<typeof toolChoiceNoneSchema>;

/** Closed: a choice that is not understood must not be answered as if it were another one. */
export const toolChoiceSchema = z.discriminatedUnion('type', [
  toolChoiceAutoSchema,
  toolChoiceAnySchema,
  toolChoiceToolSchema,
  toolChoiceNoneSchema,
]);
export type ToolChoice = z.infer<typeof toolChoiceSchema>;
