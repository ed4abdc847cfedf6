// Programs that the model writes to call tools.
import { z } from 'zod';

export const programSchema = z.looseObject({
  type: z.literal('program'),
  id: z.string(),
  call_id: z.string(),
  code: z.string(),
  fingerprint: z.string(),
});
export type Program = z.infer<typeof programSchema>;

export const programOutputSchema = z.looseObject({
  type: z.literal('program_output'),
  id: z.string(),
  call_id: z.string(),
  result: z.string(),
  status: z.enum(['completed', 'incomplete']),
});
export type ProgramOutput = z.infer<typeof programOutputSchema>;
