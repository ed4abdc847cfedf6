// The caller of a tool: the model itself, or code that the model runs.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../schema/open-union.js';
import { openEnum } from '../schema/open-enum.js';

/** The model itself. */
export const directCallerSchema = z.looseObject({ type: z.literal('direct') });
export type DirectCaller = z.infer<typeof directCallerSchema>;

const serverToolCallerShape = {
  type: z.literal('code_execution_20250825'),
  /** The `id` of the `server_tool_use` that runs the code. */
  tool_id: z.string(),
};
export type ServerToolCallerShape = {
  [Name in keyof typeof serverToolCallerShape]: (typeof serverToolCallerShape)[Name];
};
/** Code of the server tool use `tool_id`. */
export const serverToolCallerSchema: z.ZodObject<ServerToolCallerShape, z.core.$loose> =
  z.looseObject(serverToolCallerShape);
export type ServerToolCaller = z.infer<typeof serverToolCallerSchema>;

const serverToolCaller20260120Shape = {
  type: z.literal('code_execution_20260120'),
  /** The `id` of the `server_tool_use` that runs the code. */
  tool_id: z.string(),
};
export type ServerToolCaller20260120Shape = {
  [Name in keyof typeof serverToolCaller20260120Shape]: (typeof serverToolCaller20260120Shape)[Name];
};
/** Code of the server tool use `tool_id`. */
export const serverToolCaller20260120Schema: z.ZodObject<ServerToolCaller20260120Shape, z.core.$loose> =
  z.looseObject(serverToolCaller20260120Shape);
export type ServerToolCaller20260120 = z.infer<typeof serverToolCaller20260120Schema>;

export type ToolUseCaller = DirectCaller | ServerToolCaller | ServerToolCaller20260120 | UnknownMember;
/** Caller of a tool. */
export const toolUseCallerSchema: z.ZodType<ToolUseCaller> = openUnion([
  directCallerSchema,
  serverToolCallerSchema,
  serverToolCaller20260120Schema,
]);

/**
 * The `caller` member of blocks. Omit it rather than send null: some clients reject a null inside a block (reference:
 * dialect invariants), although the official types allow it.
 */
export const callerField = toolUseCallerSchema.nullish();

/** The `allowed_callers` member of tools. Default: `direct` only. */
export const allowedCallersField = z
  .array(openEnum(['direct', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521']))
  .optional();
