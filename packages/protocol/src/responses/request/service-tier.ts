import * as z from 'zod';

/** How a request is scheduled. */
export const serviceTierSchema = z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast']);
export type ServiceTier = z.infer<typeof serviceTierSchema>;
