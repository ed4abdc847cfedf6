// Who asked for a tool: the model itself, or code that the model runs.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../schema/open-union.js';
import { openEnum } from '../schema/open-enum.js';

export const directCallerSchema = z.looseObject({ type: z.literal('direct') });
export type DirectCaller = z.infer<typeof directCallerSchema>;

/** Code of the server tool use `tool_id`. */
export const serverToolCallerSchema = z.looseObject({ type: z.literal('code_execution_20250825'), tool_id: z.string() });
export type ServerToolCaller = z.infer<typeof serverToolCallerSchema>;
export const serverToolCaller20260120Schema = z.looseObject({ type: z.literal('code_execution_20260120'), tool_id: z.string() });
export type ServerToolCaller20260120 = z.infer<typeof serverToolCaller20260120Schema>;

export type ToolUseCaller = DirectCaller | ServerToolCaller | ServerToolCaller20260120 | UnknownMember;
export const toolUseCallerSchema: z.ZodType<ToolUseCaller> = openUnion([
  directCallerSchema,
  serverToolCallerSchema,
  serverToolCaller20260120Schema,
]);

/**
 * The `caller` member of blocks. Leave it out rather than send null: some clients refuse a null inside a block
 * (reference: dialect invariants), though the official types allow it.
 */
export const callerField = toolUseCallerSchema.nullish();

/** The `allowed_callers` member of tools. Default: `direct` only. */
export const allowedCallersField = z
  .array(openEnum(['direct', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521']))
  .optional();
