import { z } from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { callerSchema } from '../caller.js';
import { itemStatusSchema } from '../item-status.js';
import { shellEnvironmentSchema } from '../tools/container.js';

/** How a command ended. */
export const shellOutcomeSchema = openUnion([
  z.looseObject({ type: z.literal('timeout') }),
  z.looseObject({ type: z.literal('exit'), exit_code: z.int() }),
]);
export type ShellOutcome = z.infer<typeof shellOutcomeSchema>;

/** What one command printed, and how it ended. */
export const shellOutputContentSchema = z.looseObject({
  outcome: shellOutcomeSchema,
  stdout: z.string(),
  stderr: z.string(),
  created_by: z.string().optional(),
});
export type ShellOutputContent = z.infer<typeof shellOutputContentSchema>;

/** The model runs commands, as clients send the call back. */
export const shellCallSchema = z.looseObject({
  type: z.literal('shell_call'),
  id: z.string().nullish(),
  call_id: z.string(),
  action: z.looseObject({
    commands: z.array(z.string()),
    timeout_ms: z.int().nullish(),
    /** Most characters of output to keep. */
    max_output_length: z.int().nullish(),
  }),
  environment: shellEnvironmentSchema.nullish(),
  caller: callerSchema.nullish(),
  status: itemStatusSchema.nullish(),
});
export type ShellCall = z.infer<typeof shellCallSchema>;

/** The model runs commands, as a response or a list holds the call. */
export const responseFunctionShellToolCallSchema = z.looseObject({
  type: z.literal('shell_call'),
  id: z.string(),
  call_id: z.string(),
  action: z.looseObject({
    commands: z.array(z.string()),
    timeout_ms: z.int().nullable(),
    max_output_length: z.int().nullable(),
  }),
  environment: shellEnvironmentSchema.nullable(),
  status: itemStatusSchema,
  caller: callerSchema.nullish(),
  created_by: z.string().optional(),
});
export type ResponseFunctionShellToolCall = z.infer<typeof responseFunctionShellToolCallSchema>;

/** What the commands left, in their order, as clients send it. */
export const shellCallOutputSchema = z.looseObject({
  type: z.literal('shell_call_output'),
  id: z.string().nullish(),
  call_id: z.string(),
  output: z.array(shellOutputContentSchema),
  max_output_length: z.int().nullish(),
  caller: callerSchema.nullish(),
  status: itemStatusSchema.nullish(),
});
export type ShellCallOutput = z.infer<typeof shellCallOutputSchema>;

/** What the commands left, as a response or a list holds it. */
export const responseFunctionShellToolCallOutputSchema = z.looseObject({
  type: z.literal('shell_call_output'),
  id: z.string(),
  call_id: z.string(),
  output: z.array(shellOutputContentSchema),
  max_output_length: z.int().nullable(),
  status: itemStatusSchema,
  caller: callerSchema.nullish(),
  created_by: z.string().optional(),
});
export type ResponseFunctionShellToolCallOutput = z.infer<typeof responseFunctionShellToolCallOutputSchema>;
