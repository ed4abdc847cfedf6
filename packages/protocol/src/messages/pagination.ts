// Two ways to page through a list.
import * as z from 'zod';

const pageParamsShape = {
  /** Maximum number of items in the page. Default 20. */
  limit: z.int().min(1).max(1000).optional(),
  /** Returns only items before this one: the previous page. */
  before_id: z.string().optional(),
  /** Returns only items after this one: the `last_id` of the previous page. */
  after_id: z.string().optional(),
};
export type PageParamsShape = { [Name in keyof typeof pageParamsShape]: (typeof pageParamsShape)[Name] };
/** Query of an id-based list, at most 1000 items per page. */
export const pageParamsSchema: z.ZodObject<PageParamsShape, z.core.$loose> = z.looseObject(pageParamsShape);
export type PageParams = z.infer<typeof pageParamsSchema>;

/** The fields of a page with ids. */
export type PageShape<Item extends z.ZodType> = {
  data: z.ZodArray<Item>;
  /** Whether there are more items in the direction that was asked for. */
  has_more: z.ZodBoolean;
  /** For `before_id` of the next query; null on an empty page. */
  first_id: z.ZodNullable<z.ZodString>;
  /** For `after_id` of the next query; null on an empty page. */
  last_id: z.ZodNullable<z.ZodString>;
};
/** A page of models or batches. Clients stop when `has_more` is false or `data` is empty. */
export function pageSchema<Item extends z.ZodType>(item: Item): z.ZodObject<PageShape<Item>, z.core.$loose> {
  return z.looseObject({
    data: z.array(item),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  });
}
/** A page of a list that is read by `before_id` and `after_id`. */
export type Page<Item> = { data: Item[]; has_more: boolean; first_id: string | null; last_id: string | null };

const pageCursorParamsShape = {
  /** Maximum number of items in the page. */
  limit: z.int().min(1).max(1000).optional(),
  /** The `next_page` of the page before. Null or absent: from the start. */
  page: z.string().nullish(),
};
export type PageCursorParamsShape = {
  [Name in keyof typeof pageCursorParamsShape]: (typeof pageCursorParamsShape)[Name];
};
/** Query of a cursor-based list. */
export const pageCursorParamsSchema: z.ZodObject<PageCursorParamsShape, z.core.$loose> =
  z.looseObject(pageCursorParamsShape);
export type PageCursorParams = z.infer<typeof pageCursorParamsSchema>;

/** The fields of a page with a cursor. */
export type PageCursorShape<Item extends z.ZodType> = {
  data: z.ZodArray<Item>;
  /** The `page` of the next query; null on the last page. */
  next_page: z.ZodNullable<z.ZodString>;
};
/** A page of files. `next_page` goes into the next query as `page`. */
export function pageCursorSchema<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<PageCursorShape<Item>, z.core.$loose> {
  return z.looseObject({ data: z.array(item), next_page: z.string().nullable() });
}
/** A page of a list that is read by an opaque cursor. */
export type PageCursor<Item> = { data: Item[]; next_page: string | null };
