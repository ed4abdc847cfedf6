// Commands of a shell call and what they print. The events of a call name it by `output_index` alone.
import * as z from 'zod';
import { shellOutputContentSchema } from '../items/shell-items.js';
import { indexSchema, itemPositionShape, sequenceNumberSchema } from './event-base.js';

const commandPositionShape = {
  output_index: indexSchema,
  command_index: indexSchema,
  sequence_number: sequenceNumberSchema,
};

/** A command starts, empty. `command_index` is its index in `commands`, from 0. */
export const responseShellCallCommandAddedEventSchema = z.looseObject({
  type: z.literal('response.shell_call_command.added'),
  command: z.string(),
  ...commandPositionShape,
});
export type ResponseShellCallCommandAddedEvent = z.infer<typeof responseShellCallCommandAddedEventSchema>;

const responseShellCallCommandDeltaEventShape = {
  type: z.literal('response.shell_call_command.delta'),
  /** Text to append to the command. */
  delta: z.string(),
  /** Padding that hides the length of the delta. */
  obfuscation: z.string().optional(),
  ...commandPositionShape,
};
export type ResponseShellCallCommandDeltaEventShape = {
  [
    Name in keyof typeof responseShellCallCommandDeltaEventShape
  ]: (typeof responseShellCallCommandDeltaEventShape)[Name];
};
/** A delta of a command. */
export const responseShellCallCommandDeltaEventSchema: z.ZodObject<
  ResponseShellCallCommandDeltaEventShape,
  z.core.$loose
> = z.looseObject(responseShellCallCommandDeltaEventShape);
export type ResponseShellCallCommandDeltaEvent = z.infer<typeof responseShellCallCommandDeltaEventSchema>;

/** A command is complete. */
export const responseShellCallCommandDoneEventSchema = z.looseObject({
  type: z.literal('response.shell_call_command.done'),
  command: z.string(),
  ...commandPositionShape,
});
export type ResponseShellCallCommandDoneEvent = z.infer<typeof responseShellCallCommandDoneEventSchema>;

const responseShellCallOutputContentDeltaEventShape = {
  type: z.literal('response.shell_call_output_content.delta'),
  /** Output to append to one of the two streams. */
  delta: z.looseObject({ stdout: z.string().optional(), stderr: z.string().optional() }),
  /** Index of the command in `commands`, from 0. */
  command_index: indexSchema,
  ...itemPositionShape,
};
export type ResponseShellCallOutputContentDeltaEventShape = {
  [
    Name in keyof typeof responseShellCallOutputContentDeltaEventShape
  ]: (typeof responseShellCallOutputContentDeltaEventShape)[Name];
};
/** A delta of a command's output. */
export const responseShellCallOutputContentDeltaEventSchema: z.ZodObject<
  ResponseShellCallOutputContentDeltaEventShape,
  z.core.$loose
> = z.looseObject(responseShellCallOutputContentDeltaEventShape);
export type ResponseShellCallOutputContentDeltaEvent = z.infer<typeof responseShellCallOutputContentDeltaEventSchema>;

const responseShellCallOutputContentDoneEventShape = {
  type: z.literal('response.shell_call_output_content.done'),
  output: z.array(shellOutputContentSchema),
  /** Index of the command in `commands`, from 0. */
  command_index: indexSchema,
  ...itemPositionShape,
};
export type ResponseShellCallOutputContentDoneEventShape = {
  [
    Name in keyof typeof responseShellCallOutputContentDoneEventShape
  ]: (typeof responseShellCallOutputContentDoneEventShape)[Name];
};
/** `output` has one entry: that of the command at `command_index`. */
export const responseShellCallOutputContentDoneEventSchema: z.ZodObject<
  ResponseShellCallOutputContentDoneEventShape,
  z.core.$loose
> = z.looseObject(responseShellCallOutputContentDoneEventShape);
export type ResponseShellCallOutputContentDoneEvent = z.infer<typeof responseShellCallOutputContentDoneEventSchema>;
