import * as z from 'zod';

/** Where an item stands. `completed` and `incomplete` are final. */
export const itemStatusSchema = z.enum(['in_progress', 'completed', 'incomplete']);
export type ItemStatus = z.infer<typeof itemStatusSchema>;
