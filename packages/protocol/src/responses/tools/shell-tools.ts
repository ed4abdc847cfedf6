import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { allowedCallersSchema } from '../caller.js';
import { containerAutoSchema, containerReferenceSchema, localEnvironmentSchema } from './container.js';

/** Runs commands on the client's machine (the earlier form). */
export const localShellToolSchema = z.looseObject({ type: z.literal('local_shell') });
export type LocalShellTool = z.infer<typeof localShellToolSchema>;

/** Runs commands in a container or on the client's machine. */
export const functionShellToolSchema = z.looseObject({
  type: z.literal('shell'),
  allowed_callers: allowedCallersSchema.nullish(),
  environment: openUnion([containerAutoSchema, localEnvironmentSchema, containerReferenceSchema]).nullish(),
});
export type FunctionShellTool = z.infer<typeof functionShellToolSchema>;

/** Lets the model create, change and delete files by diffs that the client applies. */
export const applyPatchToolSchema = z.looseObject({
  type: z.literal('apply_patch'),
  allowed_callers: allowedCallersSchema.nullish(),
});
export type ApplyPatchTool = z.infer<typeof applyPatchToolSchema>;
