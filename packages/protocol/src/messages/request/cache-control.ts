import * as z from 'zod';

const cacheControlEphemeralShape = {
  type: z.literal('ephemeral'),
  /** How long the cache keeps the prefix: five minutes (default) or an hour. */
  ttl: z.enum(['5m', '1h']).optional(),
};
export type CacheControlEphemeralShape = {
  [Name in keyof typeof cacheControlEphemeralShape]: (typeof cacheControlEphemeralShape)[Name];
};
/**
 * Marks the end of a prompt prefix worth caching. At most four in a request. Upstreams of this dialect are told; other
 * models cache without marks.
 */
export const cacheControlEphemeralSchema: z.ZodObject<CacheControlEphemeralShape, z.core.$loose> =
  z.looseObject(cacheControlEphemeralShape);
export type CacheControlEphemeral = z.infer<typeof cacheControlEphemeralSchema>;

/** The `cache_control` member of everything that can carry one. */
export const cacheControlField = cacheControlEphemeralSchema.nullish();
