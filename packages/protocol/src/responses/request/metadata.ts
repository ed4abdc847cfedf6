import * as z from 'zod';

/** Maximum pairs, key length and value length of `metadata`; lengths in Unicode characters, as zod counts them. */
export const metadataLimits = { pairs: 16, keyLength: 64, valueLength: 512 } as const;

/** Up to 16 pairs of text that the client attaches to an object. */
export const metadataSchema = z
  .record(z.string(), z.string().max(metadataLimits.valueLength))
  .superRefine((metadata, context) => {
    const keys = Object.keys(metadata);
    if (keys.length > metadataLimits.pairs) {
      context.addIssue({ code: 'custom', message: `Input should have at most ${metadataLimits.pairs} pairs` });
    }
    if (keys.some((key) => [...key].length > metadataLimits.keyLength)) {
      context.addIssue({ code: 'custom', message: `Keys should have at most ${metadataLimits.keyLength} characters` });
    }
  });
export type Metadata = z.infer<typeof metadataSchema>;

/** Whether `body.metadata` contains the one key that readers never see, because it is not an ordinary object member. */
export function hasProtoMetadataKey(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('metadata' in body)) return false;
  const { metadata } = body;
  return typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__');
}
