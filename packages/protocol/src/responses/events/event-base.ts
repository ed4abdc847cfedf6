import * as z from 'zod';

/** Position of the event in its stream, from 0 without a gap; the same on replay. */
export const sequenceNumberSchema = z.int().min(0);

/** Index of an item in `output`, from 0. */
export const indexSchema = z.int().min(0);

/** What events about an item carry. */
export const itemPositionShape = {
  item_id: z.string(),
  output_index: indexSchema,
  sequence_number: sequenceNumberSchema,
};

/** What events about a content part carry. */
export const contentPositionShape = { ...itemPositionShape, content_index: indexSchema };

/** An event that only reports the progress of an item. */
export function progressEvent<const Type extends string>(type: Type) {
  return z.looseObject({ type: z.literal(type), ...itemPositionShape });
}
