import * as z from 'zod';

/** Marks the end of a prompt prefix worth caching. `ttl` defaults to `5m`. At most four in a request. */
export const cacheControlEphemeralSchema = z.looseObject({
  type: z.literal('ephemeral'),
  ttl: z.enum(['5m', '1h']).optional(),
});
export type CacheControlEphemeral = z.infer<typeof cacheControlEphemeralSchema>;

/** The `cache_control` member of everything that can carry one. */
export const cacheControlField = cacheControlEphemeralSchema.nullish();
