import type { CursorPageRequest, Page } from '@org/engine/storage';
import { rangeStart } from '../file-chunks.js';
import { toKeyText } from '../key-text.js';

/** How a query reads a page of a list that is ordered by id. */
export interface CursorRange {
  /** The first id that it does not read. */
  readonly from: string;
  readonly operator: '>' | '<';
  readonly order: 'ASC' | 'DESC';
  /** Whether the rows come in the opposite order: those before a cursor are read from it on. */
  readonly reversed: boolean;
}

export function cursorRange({ after, before, order }: CursorPageRequest): CursorRange {
  const reversed = after === undefined && before !== undefined;
  const ascending = (order === 'asc') !== reversed;
  const cursor = after ?? before;
  return {
    from: cursor === undefined ? rangeStart[order] : toKeyText(cursor),
    operator: ascending ? '>' : '<',
    order: ascending ? 'ASC' : 'DESC',
    reversed,
  };
}

/** The page of rows of which the query read one more than the limit. */
export function cursorPage<Row, Entry>(
  rows: readonly Row[],
  { limit }: CursorPageRequest,
  { reversed }: CursorRange,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  const entries = rows.slice(0, limit).map(toEntry);
  return { entries: reversed ? entries.toReversed() : entries, hasMore: rows.length > limit };
}
