import * as z from 'zod';

const cyberSchema = z.enum(['standard', 'daybreak_blue', 'daybreak_red']);

/** Access programs that the client takes part in. */
export const accessProgramsParamSchema = z.looseObject({ cyber: cyberSchema.optional() });

/** Access programs that applied. */
export const accessProgramsSchema = z.looseObject({ cyber: cyberSchema });
