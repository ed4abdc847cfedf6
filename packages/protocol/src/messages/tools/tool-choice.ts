import * as z from 'zod';

const parallel = {
  /** True: at most one call (`auto`), or exactly one (`any`, `tool`). Default false. */
  disable_parallel_tool_use: z.boolean().optional(),
};

const toolChoiceAutoShape = {
  type: z.literal('auto'),
  ...parallel,
};
export type ToolChoiceAutoShape = { [Name in keyof typeof toolChoiceAutoShape]: (typeof toolChoiceAutoShape)[Name] };
/** The model decides. Default when tools are given. */
export const toolChoiceAutoSchema: z.ZodObject<ToolChoiceAutoShape, z.core.$loose> = z.looseObject(toolChoiceAutoShape);
export type ToolChoiceAuto = z.infer<typeof toolChoiceAutoSchema>;

const toolChoiceAnyShape = {
  type: z.literal('any'),
  ...parallel,
};
export type ToolChoiceAnyShape = { [Name in keyof typeof toolChoiceAnyShape]: (typeof toolChoiceAnyShape)[Name] };
/** At least one call, of any tool. */
export const toolChoiceAnySchema: z.ZodObject<ToolChoiceAnyShape, z.core.$loose> = z.looseObject(toolChoiceAnyShape);
export type ToolChoiceAny = z.infer<typeof toolChoiceAnySchema>;

const toolChoiceToolShape = {
  type: z.literal('tool'),
  /** A tool of `tools`, or one added by a message. */
  name: z.string(),
  ...parallel,
};
export type ToolChoiceToolShape = { [Name in keyof typeof toolChoiceToolShape]: (typeof toolChoiceToolShape)[Name] };
/** A call of the tool `name`. */
export const toolChoiceToolSchema: z.ZodObject<ToolChoiceToolShape, z.core.$loose> = z.looseObject(toolChoiceToolShape);
export type ToolChoiceTool = z.infer<typeof toolChoiceToolSchema>;

/** No calls. */
export const toolChoiceNoneSchema = z.looseObject({ type: z.literal('none') });
export type ToolChoiceNone = z.infer<typeof toolChoiceNoneSchema>;

/** Whether the model may or must call tools. Closed: an unknown choice must not be processed as another one. */
export const toolChoiceSchema = z.discriminatedUnion('type', [
  toolChoiceAutoSchema,
  toolChoiceAnySchema,
  toolChoiceToolSchema,
  toolChoiceNoneSchema,
]);
export type ToolChoice = z.infer<typeof toolChoiceSchema>;
