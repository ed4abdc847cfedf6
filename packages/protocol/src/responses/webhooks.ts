import { z } from 'zod';

/** What a webhook endpoint is sent when a response reaches its end. `created_at` is in Unix seconds. */
export const responseWebhookEventSchema = z.looseObject({
  id: z.string(),
  object: z.literal('event').optional(),
  type: z.enum(['response.completed', 'response.failed', 'response.incomplete', 'response.cancelled']),
  created_at: z.number(),
  /** The response, by its id. */
  data: z.looseObject({ id: z.string() }),
});
export type ResponseWebhookEvent = z.infer<typeof responseWebhookEventSchema>;
