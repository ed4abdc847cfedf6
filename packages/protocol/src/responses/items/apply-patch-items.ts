import { z } from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { callerSchema } from '../caller.js';

/** One change of one file. */
export const patchOperationSchema = openUnion([
  z.looseObject({ type: z.literal('create_file'), path: z.string(), diff: z.string() }),
  z.looseObject({ type: z.literal('delete_file'), path: z.string() }),
  z.looseObject({ type: z.literal('update_file'), path: z.string(), diff: z.string() }),
]);
export type PatchOperation = z.infer<typeof patchOperationSchema>;

/** The model changes a file, as clients send the call back. */
export const applyPatchCallSchema = z.looseObject({
  type: z.literal('apply_patch_call'),
  id: z.string().nullish(),
  call_id: z.string(),
  operation: patchOperationSchema,
  status: z.enum(['in_progress', 'completed']),
  caller: callerSchema.nullish(),
});
export type ApplyPatchCall = z.infer<typeof applyPatchCallSchema>;

/** The model changes a file, as a response or a list holds the call. */
export const responseApplyPatchToolCallSchema = applyPatchCallSchema.extend({
  id: z.string(),
  created_by: z.string().optional(),
});
export type ResponseApplyPatchToolCall = z.infer<typeof responseApplyPatchToolCallSchema>;

/** Whether the change was made, as clients send it. */
export const applyPatchCallOutputSchema = z.looseObject({
  type: z.literal('apply_patch_call_output'),
  id: z.string().nullish(),
  call_id: z.string(),
  status: z.enum(['completed', 'failed']),
  output: z.string().nullish(),
  caller: callerSchema.nullish(),
});
export type ApplyPatchCallOutput = z.infer<typeof applyPatchCallOutputSchema>;

/** Whether the change was made, as a response or a list holds it. */
export const responseApplyPatchToolCallOutputSchema = applyPatchCallOutputSchema.extend({
  id: z.string(),
  created_by: z.string().optional(),
});
export type ResponseApplyPatchToolCallOutput = z.infer<typeof responseApplyPatchToolCallOutputSchema>;
