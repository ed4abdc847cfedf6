import * as z from 'zod';

/** Status of an item. `completed` and `incomplete` are final. */
export const itemStatusSchema = z.enum(['in_progress', 'completed', 'incomplete']);
export type ItemStatus = z.infer<typeof itemStatusSchema>;
