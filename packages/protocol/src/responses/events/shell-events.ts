// Commands of a shell call and what they print. The events of a call name it by `output_index` alone.
import { z } from 'zod';
import { shellOutputContentSchema } from '../items/shell-items.js';
import { indexSchema, itemPlace, sequenceNumberSchema } from './event-base.js';

const commandPlace = { output_index: indexSchema, command_index: indexSchema, sequence_number: sequenceNumberSchema };

export const responseShellCallCommandAddedEventSchema = z.looseObject({
  type: z.literal('response.shell_call_command.added'),
  command: z.string(),
  ...commandPlace,
});
export type ResponseShellCallCommandAddedEvent = z.infer<typeof responseShellCallCommandAddedEventSchema>;

export const responseShellCallCommandDeltaEventSchema = z.looseObject({
  type: z.literal('response.shell_call_command.delta'),
  delta: z.string(),
  /** Padding that hides the length of the delta. */
  obfuscation: z.string().optional(),
  ...commandPlace,
});
export type ResponseShellCallCommandDeltaEvent = z.infer<typeof responseShellCallCommandDeltaEventSchema>;

export const responseShellCallCommandDoneEventSchema = z.looseObject({
  type: z.literal('response.shell_call_command.done'),
  command: z.string(),
  ...commandPlace,
});
export type ResponseShellCallCommandDoneEvent = z.infer<typeof responseShellCallCommandDoneEventSchema>;

export const responseShellCallOutputContentDeltaEventSchema = z.looseObject({
  type: z.literal('response.shell_call_output_content.delta'),
  delta: z.looseObject({ stdout: z.string().optional(), stderr: z.string().optional() }),
  command_index: indexSchema,
  ...itemPlace,
});
export type ResponseShellCallOutputContentDeltaEvent = z.infer<typeof responseShellCallOutputContentDeltaEventSchema>;

/** `output` holds one entry: that of the command at `command_index`. */
export const responseShellCallOutputContentDoneEventSchema = z.looseObject({
  type: z.literal('response.shell_call_output_content.done'),
  output: z.array(shellOutputContentSchema),
  command_index: indexSchema,
  ...itemPlace,
});
export type ResponseShellCallOutputContentDoneEvent = z.infer<typeof responseShellCallOutputContentDoneEventSchema>;
