import * as z from 'zod';
import { allowedCallersSchema } from '../caller.js';
import { codeInterpreterAutoSchema } from './container.js';

/** Runs Python in an existing container (by id) or in a new one. */
export const codeInterpreterToolSchema = z.looseObject({
  type: z.literal('code_interpreter'),
  container: z.union([z.string(), codeInterpreterAutoSchema]),
  allowed_callers: allowedCallersSchema.nullish(),
});
export type CodeInterpreterTool = z.infer<typeof codeInterpreterToolSchema>;
