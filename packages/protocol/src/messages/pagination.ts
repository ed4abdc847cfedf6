// Two ways to page through a list.
import * as z from 'zod';

/** Query of an id-based list: at most 1000 items a page. */
export const pageParamsSchema = z.looseObject({
  limit: z.int().min(1).max(1000).optional(),
  before_id: z.string().optional(),
  after_id: z.string().optional(),
});
export type PageParams = z.infer<typeof pageParamsSchema>;

/** A page of models or batches. Clients stop when `has_more` is false or `data` is empty. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    data: z.array(item),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  });
}
export type Page<Item> = { data: Item[]; has_more: boolean; first_id: string | null; last_id: string | null };

/** Query of a cursor-based list. */
export const pageCursorParamsSchema = z.looseObject({
  limit: z.int().min(1).max(1000).optional(),
  page: z.string().nullish(),
});
export type PageCursorParams = z.infer<typeof pageCursorParamsSchema>;

/** A page of files. `next_page` goes into the next query as `page`. */
export function pageCursorSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({ data: z.array(item), next_page: z.string().nullable() });
}
export type PageCursor<Item> = { data: Item[]; next_page: string | null };
