import * as z from 'zod';

const responseCompactionItemShape = {
  type: z.literal('compaction'),
  id: z.string(),
  /** Encrypted compacted content, sent back unchanged. */
  encrypted_content: z.string(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseCompactionItemShape = {
  [Name in keyof typeof responseCompactionItemShape]: (typeof responseCompactionItemShape)[Name];
};
/** A compacted conversation that replaces everything before it. Only its signer can read `encrypted_content`. */
export const responseCompactionItemSchema: z.ZodObject<ResponseCompactionItemShape, z.core.$loose> =
  z.looseObject(responseCompactionItemShape);
export type ResponseCompactionItem = z.infer<typeof responseCompactionItemSchema>;

/** The same as clients send it back. */
export const responseCompactionItemParamSchema = z.looseObject({
  type: z.literal('compaction'),
  id: z.string().nullish(),
  encrypted_content: z.string(),
});
export type ResponseCompactionItemParam = z.infer<typeof responseCompactionItemParamSchema>;

/** Requests compaction of everything before it. */
export const compactionTriggerSchema = z.looseObject({
  type: z.literal('compaction_trigger'),
  id: z.string().nullish(),
});
export type CompactionTrigger = z.infer<typeof compactionTriggerSchema>;
