import * as z from 'zod';
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

const shellOutputContentShape = {
  /** How the command ended. */
  outcome: shellOutcomeSchema,
  stdout: z.string(),
  stderr: z.string(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ShellOutputContentShape = {
  [Name in keyof typeof shellOutputContentShape]: (typeof shellOutputContentShape)[Name];
};
/** Output of one command, and how it ended. */
export const shellOutputContentSchema: z.ZodObject<ShellOutputContentShape, z.core.$loose> =
  z.looseObject(shellOutputContentShape);
export type ShellOutputContent = z.infer<typeof shellOutputContentSchema>;

const shellActionShape = {
  /** Command lines for the shell, which may run side by side. */
  commands: z.array(z.string()),
  /** Timeout of a command in milliseconds. Absent: the client's own limit. */
  timeout_ms: z.int().nullish(),
  /** Maximum output length, in characters. */
  max_output_length: z.int().nullish(),
};
/** The fields of the action of a shell call. */
export type ShellActionShape = { [Name in keyof typeof shellActionShape]: (typeof shellActionShape)[Name] };
const shellActionSchema: z.ZodObject<ShellActionShape, z.core.$loose> = z.looseObject(shellActionShape);

const shellCallShape = {
  type: z.literal('shell_call'),
  id: z.string().nullish(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  action: shellActionSchema,
  /** Where the commands run: a container, or the client's machine. */
  environment: shellEnvironmentSchema.nullish(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** As in the response; it has no effect. */
  status: itemStatusSchema.nullish(),
};
export type ShellCallShape = { [Name in keyof typeof shellCallShape]: (typeof shellCallShape)[Name] };
/** The model runs commands, as clients send the call back. */
export const shellCallSchema: z.ZodObject<ShellCallShape, z.core.$loose> = z.looseObject(shellCallShape);
export type ShellCall = z.infer<typeof shellCallSchema>;

const responseFunctionShellToolCallShape = {
  type: z.literal('shell_call'),
  id: z.string(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  /** Commands, and the limits of each (milliseconds; characters of output). Null: no limit was named. */
  action: z.looseObject({
    commands: z.array(z.string()),
    timeout_ms: z.int().nullable(),
    max_output_length: z.int().nullable(),
  }),
  /** Where the commands run: a container, or the client's machine. */
  environment: shellEnvironmentSchema.nullable(),
  status: itemStatusSchema,
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseFunctionShellToolCallShape = {
  [Name in keyof typeof responseFunctionShellToolCallShape]: (typeof responseFunctionShellToolCallShape)[Name];
};
/** Shell commands of the model, as in a response or a list. */
export const responseFunctionShellToolCallSchema: z.ZodObject<ResponseFunctionShellToolCallShape, z.core.$loose> =
  z.looseObject(responseFunctionShellToolCallShape);
export type ResponseFunctionShellToolCall = z.infer<typeof responseFunctionShellToolCallSchema>;

const shellCallOutputShape = {
  type: z.literal('shell_call_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** One entry per command, in the order of `commands`. */
  output: z.array(shellOutputContentSchema),
  /** The limit of the call, repeated. */
  max_output_length: z.int().nullish(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** Has no effect, because an output is complete. */
  status: itemStatusSchema.nullish(),
};
export type ShellCallOutputShape = { [Name in keyof typeof shellCallOutputShape]: (typeof shellCallOutputShape)[Name] };
/** Results of the commands in order, as clients send them. */
export const shellCallOutputSchema: z.ZodObject<ShellCallOutputShape, z.core.$loose> =
  z.looseObject(shellCallOutputShape);
export type ShellCallOutput = z.infer<typeof shellCallOutputSchema>;

const responseFunctionShellToolCallOutputShape = {
  type: z.literal('shell_call_output'),
  id: z.string(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** One entry per command, in the order of `commands`. */
  output: z.array(shellOutputContentSchema),
  /** The limit of the call, in characters; null where it named none. */
  max_output_length: z.int().nullable(),
  status: itemStatusSchema,
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseFunctionShellToolCallOutputShape = {
  [
    Name in keyof typeof responseFunctionShellToolCallOutputShape
  ]: (typeof responseFunctionShellToolCallOutputShape)[Name];
};
/** Results of the commands, as in a response or a list. */
export const responseFunctionShellToolCallOutputSchema: z.ZodObject<
  ResponseFunctionShellToolCallOutputShape,
  z.core.$loose
> = z.looseObject(responseFunctionShellToolCallOutputShape);
export type ResponseFunctionShellToolCallOutput = z.infer<typeof responseFunctionShellToolCallOutputSchema>;
