import * as z from 'zod';
import { openUnion } from '../schema/open-union.js';

const programCallerShape = {
  type: z.literal('program'),
  /** Call id of the `program` item. */
  caller_id: z.string(),
};
/** The fields of a caller that is a program of the model. */
export type ProgramCallerShape = { [Name in keyof typeof programCallerShape]: (typeof programCallerShape)[Name] };
const programCallerSchema: z.ZodObject<ProgramCallerShape, z.core.$loose> = z.looseObject(programCallerShape);

/** Caller of a tool: the model itself, or a program that the model wrote. Default: the model. */
export const callerSchema = openUnion([z.looseObject({ type: z.literal('direct') }), programCallerSchema]);
export type Caller = z.infer<typeof callerSchema>;

/** Who may call a tool. */
export const allowedCallersSchema = z.array(z.enum(['direct', 'programmatic']));
