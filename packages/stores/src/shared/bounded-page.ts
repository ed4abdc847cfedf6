import type { PageRequest } from '@org/engine/storage';

/** What the databases write differently. */
export interface BoundedPageSql {
  /** Prefix of a parameter number. */
  readonly parameter: '$' | '?';
  /** The function that gives the bytes of a content; it knows them without reading it. */
  readonly length: 'octet_length' | 'length';
  /** Condition and order that select the items, as SQL after `WHERE`. */
  readonly following: string;
}

/**
 * Two CTEs for a query on the items of conversation 1 after key 2; all numbers are parameters. `page` selects 3
 * items, which must be one more than requested. `counted` adds `total`, the cumulative bytes. The page contains the
 * first item and those with a `total` of at most 4.
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

/** Condition that selects the rows of `counted` that belong to the page. */
export function withinBytes({ parameter }: Pick<BoundedPageSql, 'parameter'>): string {
  return `(total <= ${parameter}4 OR total = bytes)`;
}
