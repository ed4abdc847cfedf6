import * as z from 'zod';
import { responseItemSchema } from './items/listed-item.js';

const listParamsShape = {
  /** ID of the item after which the page starts. */
  after: z.string().optional(),
  /** 1 to 100. Default 20. */
  limit: z.int().min(1).max(100).optional(),
  /** By creation. Default `desc`. */
  order: z.enum(['asc', 'desc']).optional(),
  /** What the items carry beyond the usual. */
  include: z.array(z.string()).optional(),
};
export type ListParamsShape = { [Name in keyof typeof listParamsShape]: (typeof listParamsShape)[Name] };
/** Query of the lists that are read page by page, after parsing. */
export const listParamsSchema: z.ZodObject<ListParamsShape, z.core.$loose> = z.looseObject(listParamsShape);
export type ListParams = z.infer<typeof listParamsSchema>;

/** A page. `first_id` and `last_id` are empty when `data` is; `has_more: false` ends the reading. */
export function createListSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string(),
    last_id: z.string(),
    has_more: z.boolean(),
  });
}

/** Body of `GET /v1/responses/{id}/input_items`. */
export const responseItemListSchema = createListSchema(responseItemSchema);
export type ResponseItemList = z.infer<typeof responseItemListSchema>;
