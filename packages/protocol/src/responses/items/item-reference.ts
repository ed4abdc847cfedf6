import * as z from 'zod';

/** Reference to a stored item. `type` may be null. */
export const itemReferenceSchema = z.looseObject({
  type: z.literal(['item_reference', null]),
  id: z.string(),
});
export type ItemReference = z.infer<typeof itemReferenceSchema>;

const absent = z.custom<undefined>(() => false, 'an item reference has nothing but an id').optional();

/** An item reference without `type`: only an id, without tag and role. */
export const typelessItemReferenceSchema = z.looseObject({ type: absent, role: absent, id: z.string() });
export type TypelessItemReference = z.infer<typeof typelessItemReferenceSchema>;
