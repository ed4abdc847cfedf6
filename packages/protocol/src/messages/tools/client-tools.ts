// Tools that run at the client: its own ones, and those whose name and input the dialect fixes.
import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.js';
import { clientToolFields } from './tool-base.js';

/** JSON Schema of a tool's input; its root describes an object. Not checked here: clients also send `{}`. */
export const inputSchemaSchema = jsonObjectSchema;
export type InputSchema = z.infer<typeof inputSchemaSchema>;

const toolShape = {
  type: z.literal(['custom', null]).optional(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: inputSchemaSchema,
  /** Send input as it is written, without buffering. */
  eager_input_streaming: z.boolean().nullish(),
  ...clientToolFields,
};
export type ToolShape = { [Name in keyof typeof toolShape]: (typeof toolShape)[Name] };
/** A tool of the client's own. */
export const toolSchema: z.ZodObject<ToolShape, z.core.$loose> = z.looseObject(toolShape);
export type Tool = z.infer<typeof toolSchema>;

export const toolBash20241022Schema = z.looseObject({
  type: z.literal('bash_20241022'),
  name: z.literal('bash'),
  ...clientToolFields,
});
export type ToolBash20241022 = z.infer<typeof toolBash20241022Schema>;

export const toolBash20250124Schema = z.looseObject({
  type: z.literal('bash_20250124'),
  name: z.literal('bash'),
  ...clientToolFields,
});
export type ToolBash20250124 = z.infer<typeof toolBash20250124Schema>;

export const toolTextEditor20241022Schema = z.looseObject({
  type: z.literal('text_editor_20241022'),
  name: z.literal('str_replace_editor'),
  ...clientToolFields,
});
export type ToolTextEditor20241022 = z.infer<typeof toolTextEditor20241022Schema>;

export const toolTextEditor20250124Schema = z.looseObject({
  type: z.literal('text_editor_20250124'),
  name: z.literal('str_replace_editor'),
  ...clientToolFields,
});
export type ToolTextEditor20250124 = z.infer<typeof toolTextEditor20250124Schema>;

export const toolTextEditor20250429Schema = z.looseObject({
  type: z.literal('text_editor_20250429'),
  name: z.literal('str_replace_based_edit_tool'),
  ...clientToolFields,
});
export type ToolTextEditor20250429 = z.infer<typeof toolTextEditor20250429Schema>;

/** `max_characters`: longer files are cut when viewed. */
export const toolTextEditor20250728Schema = z.looseObject({
  type: z.literal('text_editor_20250728'),
  name: z.literal('str_replace_based_edit_tool'),
  max_characters: z.int().min(1).nullish(),
  ...clientToolFields,
});
export type ToolTextEditor20250728 = z.infer<typeof toolTextEditor20250728Schema>;

export const memoryTool20250818Schema = z.looseObject({
  type: z.literal('memory_20250818'),
  name: z.literal('memory'),
  ...clientToolFields,
});
export type MemoryTool20250818 = z.infer<typeof memoryTool20250818Schema>;

/** Size of the screen in pixels. */
const display = {
  display_width_px: z.int().min(1),
  display_height_px: z.int().min(1),
  display_number: z.int().min(0).nullish(),
};
export const toolComputerUse20241022Schema = z.looseObject({
  type: z.literal('computer_20241022'),
  name: z.literal('computer'),
  ...display,
  ...clientToolFields,
});
export type ToolComputerUse20241022 = z.infer<typeof toolComputerUse20241022Schema>;

export const toolComputerUse20250124Schema = z.looseObject({
  type: z.literal('computer_20250124'),
  name: z.literal('computer'),
  ...display,
  ...clientToolFields,
});
export type ToolComputerUse20250124 = z.infer<typeof toolComputerUse20250124Schema>;

export const toolComputerUse20251124Schema = z.looseObject({
  type: z.literal('computer_20251124'),
  name: z.literal('computer'),
  enable_zoom: z.boolean().optional(),
  ...display,
  ...clientToolFields,
});
export type ToolComputerUse20251124 = z.infer<typeof toolComputerUse20251124Schema>;
