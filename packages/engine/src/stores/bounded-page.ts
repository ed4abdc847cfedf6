import type { PageRequest } from '../ports/page.js';

/** What the databases write differently. */
export interface BoundedPageSql {
  /** What stands before the number of a parameter. */
  readonly parameter: '$' | '?';
  /** The function that gives the bytes of a content; it knows them without reading it. */
  readonly length: 'octet_length' | 'length';
  /** Which items those are and in which order, as what stands behind `WHERE`. */
  readonly following: string;
}

/**
 * Two tables for a query about the items of conversation 1 that follow key 2, all numbers being parameters. `page`: 3 of them, which is
 * to be one more than are wanted. `counted`: the same with `total`, the bytes up to each. Those to show have a `total` of at most 4, or
 * are the first.
 */
export function boundedPage(order: PageRequest['order'], { parameter, length, following }: BoundedPageSql): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return `
    page AS MATERIALIZED (
      SELECT key, ${length}(content) AS bytes FROM conversation_item WHERE ${following} LIMIT ${parameter}3
    ), counted AS (
      SELECT key, bytes, sum(bytes) OVER (ORDER BY key ${direction}) AS total FROM page
    )`;
}

/** Which rows of `counted` are shown. */
export function withinBytes({ parameter }: Pick<BoundedPageSql, 'parameter'>): string {
  return `(total <= ${parameter}4 OR total = bytes)`;
}
