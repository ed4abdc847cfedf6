import * as z from 'zod';

const responseCompactionItemShape = {
  type: z.literal('compaction'),
  id: z.string(),
  /** Sent back unchanged in the place of what it stands for. */
  encrypted_content: z.string(),
  /** The entity that made the item, on servers that tell. */
  created_by: z.string().optional(),
};
export type ResponseCompactionItemShape = {
  [Name in keyof typeof responseCompactionItemShape]: (typeof responseCompactionItemShape)[Name];
};
/** A conversation made small: stands for everything before it. Only its issuer can read `encrypted_content`. */
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

/** Asks to compact what stands before it. */
export const compactionTriggerSchema = z.looseObject({
  type: z.literal('compaction_trigger'),
  id: z.string().nullish(),
});
export type CompactionTrigger = z.infer<typeof compactionTriggerSchema>;
