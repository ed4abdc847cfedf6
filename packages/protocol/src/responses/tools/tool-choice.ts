import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';

/** `none`: no tool calls. `auto` (default): the model decides. `required`: at least one call. */
export const toolChoiceOptionsSchema = z.enum(['none', 'auto', 'required']);
export type ToolChoiceOptions = z.infer<typeof toolChoiceOptionsSchema>;

/** Only these tools, named as in `tools`: `{type: "function", name}`, `{type: "namespace", name}`, `{type: "mcp", server_label}`, `{type: "shell"}`. */
export const toolChoiceAllowedSchema = z.looseObject({
  type: z.literal('allowed_tools'),
  mode: z.enum(['auto', 'required']),
  tools: z.array(z.looseObject({ type: z.string().optional(), name: z.string().optional() })),
});
export type ToolChoiceAllowed = z.infer<typeof toolChoiceAllowedSchema>;

/** This function has to be called. */
export const toolChoiceFunctionSchema = z.looseObject({ type: z.literal('function'), name: z.string() });
export type ToolChoiceFunction = z.infer<typeof toolChoiceFunctionSchema>;

/** This custom tool has to be called. */
export const toolChoiceCustomSchema = z.looseObject({ type: z.literal('custom'), name: z.string() });
export type ToolChoiceCustom = z.infer<typeof toolChoiceCustomSchema>;

const toolChoiceMcpShape = {
  type: z.literal('mcp'),
  /** Absent: of any server. */
  server_label: z.string().optional(),
  /** Absent: any tool of the server. */
  name: z.string().nullish(),
};
export type ToolChoiceMcpShape = { [Name in keyof typeof toolChoiceMcpShape]: (typeof toolChoiceMcpShape)[Name] };
/** A tool of one MCP server; without `name`, any tool of that server. */
export const toolChoiceMcpSchema: z.ZodObject<ToolChoiceMcpShape, z.core.$loose> = z.looseObject(toolChoiceMcpShape);
export type ToolChoiceMcp = z.infer<typeof toolChoiceMcpSchema>;

/** A hosted tool, by its type. */
export const toolChoiceTypesSchema = z.looseObject({
  type: z.literal([
    'file_search',
    'web_search',
    'web_search_preview',
    'web_search_preview_2025_03_11',
    'computer',
    'computer_use_preview',
    'computer_use',
    'image_generation',
    'code_interpreter',
    'apply_patch',
    'shell',
    'programmatic_tool_calling',
  ]),
});
export type ToolChoiceTypes = z.infer<typeof toolChoiceTypesSchema>;

const toolChoices = z.union([
  toolChoiceOptionsSchema,
  openUnion([
    toolChoiceAllowedSchema,
    toolChoiceFunctionSchema,
    toolChoiceCustomSchema,
    toolChoiceMcpSchema,
    toolChoiceTypesSchema,
  ]),
]);
/** Which tools the model may or must call. */
export type ToolChoice = Named<z.infer<typeof toolChoices>>;
/** Whether the model may or must call tools, and which. */
export const toolChoiceSchema: z.ZodType<ToolChoice> = toolChoices;
