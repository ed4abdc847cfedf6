import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { callerSchema } from '../caller.js';

/** One operation on one file. */
export const patchOperationSchema = openUnion([
  z.looseObject({ type: z.literal('create_file'), path: z.string(), diff: z.string() }),
  z.looseObject({ type: z.literal('delete_file'), path: z.string() }),
  z.looseObject({ type: z.literal('update_file'), path: z.string(), diff: z.string() }),
]);
export type PatchOperation = z.infer<typeof patchOperationSchema>;

const applyPatchCallShape = {
  type: z.literal('apply_patch_call'),
  id: z.string().nullish(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  /** The change. `path` is relative to the workspace, `diff` is in the V4A form. */
  operation: patchOperationSchema,
  status: z.enum(['in_progress', 'completed']),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
};
export type ApplyPatchCallShape = { [Name in keyof typeof applyPatchCallShape]: (typeof applyPatchCallShape)[Name] };
/** The model changes a file, as clients send the call back. */
export const applyPatchCallSchema: z.ZodObject<ApplyPatchCallShape, z.core.$loose> = z.looseObject(applyPatchCallShape);
export type ApplyPatchCall = z.infer<typeof applyPatchCallSchema>;

const responseApplyPatchToolCallShape = {
  ...applyPatchCallShape,
  id: z.string(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseApplyPatchToolCallShape = {
  [Name in keyof typeof responseApplyPatchToolCallShape]: (typeof responseApplyPatchToolCallShape)[Name];
};
/** A file change by the model, as in a response or a list. */
export const responseApplyPatchToolCallSchema: z.ZodObject<ResponseApplyPatchToolCallShape, z.core.$loose> =
  z.looseObject(responseApplyPatchToolCallShape);
export type ResponseApplyPatchToolCall = z.infer<typeof responseApplyPatchToolCallSchema>;

const applyPatchCallOutputShape = {
  type: z.literal('apply_patch_call_output'),
  id: z.string().nullish(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** Whether the change was made. */
  status: z.enum(['completed', 'failed']),
  /** Message for the model, such as the reason of a failure. */
  output: z.string().nullish(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
};
export type ApplyPatchCallOutputShape = {
  [Name in keyof typeof applyPatchCallOutputShape]: (typeof applyPatchCallOutputShape)[Name];
};
/** Whether the change was made, as clients send it. */
export const applyPatchCallOutputSchema: z.ZodObject<ApplyPatchCallOutputShape, z.core.$loose> =
  z.looseObject(applyPatchCallOutputShape);
export type ApplyPatchCallOutput = z.infer<typeof applyPatchCallOutputSchema>;

const responseApplyPatchToolCallOutputShape = {
  ...applyPatchCallOutputShape,
  id: z.string(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseApplyPatchToolCallOutputShape = {
  [Name in keyof typeof responseApplyPatchToolCallOutputShape]: (typeof responseApplyPatchToolCallOutputShape)[Name];
};
/** Result of a file change, as in a response or a list. */
export const responseApplyPatchToolCallOutputSchema: z.ZodObject<ResponseApplyPatchToolCallOutputShape, z.core.$loose> =
  z.looseObject(responseApplyPatchToolCallOutputShape);
export type ResponseApplyPatchToolCallOutput = z.infer<typeof responseApplyPatchToolCallOutputSchema>;
