// Programs that the model writes to call tools.
import * as z from 'zod';

const programShape = {
  type: z.literal('program'),
  id: z.string(),
  /** Names the program: the `caller_id` of the calls that it makes. */
  call_id: z.string(),
  /** JavaScript. */
  code: z.string(),
  /** Sent back unchanged. */
  fingerprint: z.string(),
};
export type ProgramShape = { [Name in keyof typeof programShape]: (typeof programShape)[Name] };
/** A program that calls tools. */
export const programSchema: z.ZodObject<ProgramShape, z.core.$loose> = z.looseObject(programShape);
export type Program = z.infer<typeof programSchema>;

const programOutputShape = {
  type: z.literal('program_output'),
  id: z.string(),
  /** ID of the corresponding program. */
  call_id: z.string(),
  /** What the program printed or gave back. */
  result: z.string(),
  status: z.enum(['completed', 'incomplete']),
};
export type ProgramOutputShape = { [Name in keyof typeof programOutputShape]: (typeof programOutputShape)[Name] };
/** What a program gave back. */
export const programOutputSchema: z.ZodObject<ProgramOutputShape, z.core.$loose> = z.looseObject(programOutputShape);
export type ProgramOutput = z.infer<typeof programOutputSchema>;
