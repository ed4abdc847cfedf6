// The earlier form of shell calls.
import { z } from 'zod';
import { itemStatusSchema } from '../item-status.js';

/** The model runs one command on the client's machine. */
export const localShellCallSchema = z.looseObject({
  type: z.literal('local_shell_call'),
  id: z.string(),
  call_id: z.string(),
  status: itemStatusSchema,
  action: z.looseObject({
    type: z.literal('exec'),
    command: z.array(z.string()),
    env: z.record(z.string(), z.string()),
    timeout_ms: z.int().nullish(),
    user: z.string().nullish(),
    working_directory: z.string().nullish(),
  }),
});
export type LocalShellCall = z.infer<typeof localShellCallSchema>;

/** What it printed; `id` is the call's id. */
export const localShellCallOutputSchema = z.looseObject({
  type: z.literal('local_shell_call_output'),
  id: z.string(),
  output: z.string(),
  status: itemStatusSchema.nullish(),
});
export type LocalShellCallOutput = z.infer<typeof localShellCallOutputSchema>;
