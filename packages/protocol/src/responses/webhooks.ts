import * as z from 'zod';

const responseWebhookEventShape = {
  /** Names the event; the same when it is sent again. */
  id: z.string(),
  object: z.literal('event').optional(),
  type: z.enum(['response.completed', 'response.failed', 'response.incomplete', 'response.cancelled']),
  /** Unix seconds. */
  created_at: z.number(),
  /** The response, by its id. */
  data: z.looseObject({ id: z.string() }),
};
export type ResponseWebhookEventShape = {
  [Name in keyof typeof responseWebhookEventShape]: (typeof responseWebhookEventShape)[Name];
};
/** What a webhook endpoint is sent when a response reaches its end. `created_at` is in Unix seconds. */
export const responseWebhookEventSchema: z.ZodObject<ResponseWebhookEventShape, z.core.$loose> =
  z.looseObject(responseWebhookEventShape);
export type ResponseWebhookEvent = z.infer<typeof responseWebhookEventSchema>;
