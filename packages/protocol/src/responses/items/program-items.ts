// Programs that the model writes to call tools.
import * as z from 'zod';

const programShape = {
  type: z.literal('program'),
  id: z.string(),
  call_id: z.string(),
  code: z.string(),
  fingerprint: z.string(),
};
export type ProgramShape = { [Name in keyof typeof programShape]: (typeof programShape)[Name] };
export const programSchema: z.ZodObject<ProgramShape, z.core.$loose> = z.looseObject(programShape);
export type Program = z.infer<typeof programSchema>;

const programOutputShape = {
  type: z.literal('program_output'),
  id: z.string(),
  call_id: z.string(),
  result: z.string(),
  status: z.enum(['completed', 'incomplete']),
};
export type ProgramOutputShape = { [Name in keyof typeof programOutputShape]: (typeof programOutputShape)[Name] };
export const programOutputSchema: z.ZodObject<ProgramOutputShape, z.core.$loose> = z.looseObject(programOutputShape);
export type ProgramOutput = z.infer<typeof programOutputSchema>;
