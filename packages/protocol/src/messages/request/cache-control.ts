import * as z from 'zod';

const cacheControlEphemeralShape = {
  type: z.literal('ephemeral'),
  /** Cache lifetime of the prefix: five minutes (default) or an hour. */
  ttl: z.enum(['5m', '1h']).optional(),
};
export type CacheControlEphemeralShape = {
  [Name in keyof typeof cacheControlEphemeralShape]: (typeof cacheControlEphemeralShape)[Name];
};
/**
 * Marks the end of a prompt prefix to cache. At most four per request. The service forwards it to upstreams of this
 * dialect; other models cache without markers.
 */
export const cacheControlEphemeralSchema: z.ZodObject<CacheControlEphemeralShape, z.core.$loose> =
  z.looseObject(cacheControlEphemeralShape);
export type CacheControlEphemeral = z.infer<typeof cacheControlEphemeralSchema>;

/** The `cache_control` member of all types that support it. */
export const cacheControlField = cacheControlEphemeralSchema.nullish();
