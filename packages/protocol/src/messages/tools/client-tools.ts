// Tools that run at the client: its own tools, and those with a name and input defined by the dialect.
import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.js';
import { clientToolFields, type WithClientToolFields } from './tool-base.js';

/** JSON Schema of a tool's input; its root describes an object. Not checked here: clients also send `{}`. */
export const inputSchemaSchema = jsonObjectSchema;
export type InputSchema = z.infer<typeof inputSchemaSchema>;

const toolMembers = {
  /** Absent or null: `custom`. */
  type: z.literal(['custom', null]).optional(),
  /** 1 to 128 letters, digits, `_` or `-`; unique in the request. Calls refer to it. */
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  /** What it does and when to use it. The model reads this. */
  description: z.string().optional(),
  /** JSON Schema of an object, which calls have as `input`. */
  input_schema: inputSchemaSchema,
  /** Send input as it is written, without buffering. */
  eager_input_streaming: z.boolean().nullish(),
};
export type ToolShape = WithClientToolFields<typeof toolMembers>;
/** A tool defined by the client, which returns results in `tool_result` blocks. */
export const toolSchema: z.ZodObject<ToolShape, z.core.$loose> = z.looseObject({ ...toolMembers, ...clientToolFields });
export type Tool = z.infer<typeof toolSchema>;

const toolBash20241022Members = {
  type: z.literal('bash_20241022'),
  name: z.literal('bash'),
};
export type ToolBash20241022Shape = WithClientToolFields<typeof toolBash20241022Members>;
/** Beta: a shell at the client. Models of another make are offered it as a function. */
export const toolBash20241022Schema: z.ZodObject<ToolBash20241022Shape, z.core.$loose> = z.looseObject({
  ...toolBash20241022Members,
  ...clientToolFields,
});
export type ToolBash20241022 = z.infer<typeof toolBash20241022Schema>;

const toolBash20250124Members = {
  type: z.literal('bash_20250124'),
  name: z.literal('bash'),
};
export type ToolBash20250124Shape = WithClientToolFields<typeof toolBash20250124Members>;
/** A shell at the client. Models of another make are offered it as a function. */
export const toolBash20250124Schema: z.ZodObject<ToolBash20250124Shape, z.core.$loose> = z.looseObject({
  ...toolBash20250124Members,
  ...clientToolFields,
});
export type ToolBash20250124 = z.infer<typeof toolBash20250124Schema>;

const toolTextEditor20241022Members = {
  type: z.literal('text_editor_20241022'),
  name: z.literal('str_replace_editor'),
};
export type ToolTextEditor20241022Shape = WithClientToolFields<typeof toolTextEditor20241022Members>;
/** Beta: an editor for files at the client, with `undo_edit`. Models of another make are offered it as a function. */
export const toolTextEditor20241022Schema: z.ZodObject<ToolTextEditor20241022Shape, z.core.$loose> = z.looseObject({
  ...toolTextEditor20241022Members,
  ...clientToolFields,
});
export type ToolTextEditor20241022 = z.infer<typeof toolTextEditor20241022Schema>;

const toolTextEditor20250124Members = {
  type: z.literal('text_editor_20250124'),
  name: z.literal('str_replace_editor'),
};
export type ToolTextEditor20250124Shape = WithClientToolFields<typeof toolTextEditor20250124Members>;
/** An editor for files at the client, with `undo_edit`. Models of another make are offered it as a function. */
export const toolTextEditor20250124Schema: z.ZodObject<ToolTextEditor20250124Shape, z.core.$loose> = z.looseObject({
  ...toolTextEditor20250124Members,
  ...clientToolFields,
});
export type ToolTextEditor20250124 = z.infer<typeof toolTextEditor20250124Schema>;

const toolTextEditor20250429Members = {
  type: z.literal('text_editor_20250429'),
  name: z.literal('str_replace_based_edit_tool'),
};
export type ToolTextEditor20250429Shape = WithClientToolFields<typeof toolTextEditor20250429Members>;
/** An editor for files at the client. Models of another make are offered it as a function. */
export const toolTextEditor20250429Schema: z.ZodObject<ToolTextEditor20250429Shape, z.core.$loose> = z.looseObject({
  ...toolTextEditor20250429Members,
  ...clientToolFields,
});
export type ToolTextEditor20250429 = z.infer<typeof toolTextEditor20250429Schema>;

const toolTextEditor20250728Members = {
  type: z.literal('text_editor_20250728'),
  name: z.literal('str_replace_based_edit_tool'),
  /** Maximum characters of a viewed file; the client truncates longer files. Null or absent: no limit. */
  max_characters: z.int().min(1).nullish(),
};
export type ToolTextEditor20250728Shape = WithClientToolFields<typeof toolTextEditor20250728Members>;
/** An editor for files at the client. Models of another make are offered it as a function. */
export const toolTextEditor20250728Schema: z.ZodObject<ToolTextEditor20250728Shape, z.core.$loose> = z.looseObject({
  ...toolTextEditor20250728Members,
  ...clientToolFields,
});
export type ToolTextEditor20250728 = z.infer<typeof toolTextEditor20250728Schema>;

const memoryTool20250818Members = {
  type: z.literal('memory_20250818'),
  name: z.literal('memory'),
};
export type MemoryTool20250818Shape = WithClientToolFields<typeof memoryTool20250818Members>;
/** Notes of the model in files below `/memories`, stored by the client. Other models receive it as a function. */
export const memoryTool20250818Schema: z.ZodObject<MemoryTool20250818Shape, z.core.$loose> = z.looseObject({
  ...memoryTool20250818Members,
  ...clientToolFields,
});
export type MemoryTool20250818 = z.infer<typeof memoryTool20250818Schema>;

const display = {
  /** In pixels. */
  display_width_px: z.int().min(1),
  /** In pixels. */
  display_height_px: z.int().min(1),
  /** Of X11. */
  display_number: z.int().min(0).nullish(),
};

const toolComputerUse20241022Members = {
  type: z.literal('computer_20241022'),
  name: z.literal('computer'),
  ...display,
};
export type ToolComputerUse20241022Shape = WithClientToolFields<typeof toolComputerUse20241022Members>;
/** Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function. */
export const toolComputerUse20241022Schema: z.ZodObject<ToolComputerUse20241022Shape, z.core.$loose> = z.looseObject({
  ...toolComputerUse20241022Members,
  ...clientToolFields,
});
export type ToolComputerUse20241022 = z.infer<typeof toolComputerUse20241022Schema>;

const toolComputerUse20250124Members = {
  type: z.literal('computer_20250124'),
  name: z.literal('computer'),
  ...display,
};
export type ToolComputerUse20250124Shape = WithClientToolFields<typeof toolComputerUse20250124Members>;
/** Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function. */
export const toolComputerUse20250124Schema: z.ZodObject<ToolComputerUse20250124Shape, z.core.$loose> = z.looseObject({
  ...toolComputerUse20250124Members,
  ...clientToolFields,
});
export type ToolComputerUse20250124 = z.infer<typeof toolComputerUse20250124Schema>;

const toolComputerUse20251124Members = {
  type: z.literal('computer_20251124'),
  name: z.literal('computer'),
  /** Whether the model may ask for a part of the screen, enlarged. */
  enable_zoom: z.boolean().optional(),
  ...display,
};
export type ToolComputerUse20251124Shape = WithClientToolFields<typeof toolComputerUse20251124Members>;
/** Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function. */
export const toolComputerUse20251124Schema: z.ZodObject<ToolComputerUse20251124Shape, z.core.$loose> = z.looseObject({
  ...toolComputerUse20251124Members,
  ...clientToolFields,
});
export type ToolComputerUse20251124 = z.infer<typeof toolComputerUse20251124Schema>;
