// The earlier form of shell calls.
import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';

const localShellCallShape = {
  type: z.literal('local_shell_call'),
  id: z.string(),
  /** What the output names, if not by `id`. */
  call_id: z.string(),
  status: itemStatusSchema,
  /** The command as program and arguments, its environment, and in milliseconds how long it may take. */
  action: z.looseObject({
    type: z.literal('exec'),
    command: z.array(z.string()),
    env: z.record(z.string(), z.string()),
    timeout_ms: z.int().nullish(),
    user: z.string().nullish(),
    working_directory: z.string().nullish(),
  }),
};
export type LocalShellCallShape = { [Name in keyof typeof localShellCallShape]: (typeof localShellCallShape)[Name] };
/** A command that the model runs on the client's machine. */
export const localShellCallSchema: z.ZodObject<LocalShellCallShape, z.core.$loose> = z.looseObject(localShellCallShape);
export type LocalShellCall = z.infer<typeof localShellCallSchema>;

const localShellCallOutputShape = {
  type: z.literal('local_shell_call_output'),
  id: z.string(),
  output: z.string(),
  status: itemStatusSchema.nullish(),
};
export type LocalShellCallOutputShape = {
  [Name in keyof typeof localShellCallOutputShape]: (typeof localShellCallOutputShape)[Name];
};
/** What it printed; `id` is the call's id. */
export const localShellCallOutputSchema: z.ZodObject<LocalShellCallOutputShape, z.core.$loose> =
  z.looseObject(localShellCallOutputShape);
export type LocalShellCallOutput = z.infer<typeof localShellCallOutputSchema>;

const localShellCallOutputParamShape = {
  ...localShellCallOutputShape,
  id: z.string().nullish(),
  call_id: z.string().nullish(),
};
export type LocalShellCallOutputParamShape = {
  [Name in keyof typeof localShellCallOutputParamShape]: (typeof localShellCallOutputParamShape)[Name];
};
/** The same output as clients send it: most identify the call by `call_id`. */
export const localShellCallOutputParamSchema: z.ZodObject<LocalShellCallOutputParamShape, z.core.$loose> =
  z.looseObject(localShellCallOutputParamShape);
export type LocalShellCallOutputParam = z.infer<typeof localShellCallOutputParamSchema>;

const localShellCallParamShape = {
  ...localShellCallShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
  /** The command as program and arguments, its environment, and in milliseconds how long it may take. */
  action: localShellCallShape.action.extend({ env: z.record(z.string(), z.string()).nullish() }),
};
export type LocalShellCallParamShape = {
  [Name in keyof typeof localShellCallParamShape]: (typeof localShellCallParamShape)[Name];
};
/** The same as clients send it back. */
export const localShellCallParamSchema: z.ZodObject<LocalShellCallParamShape, z.core.$loose> =
  z.looseObject(localShellCallParamShape);
export type LocalShellCallParam = z.infer<typeof localShellCallParamSchema>;
