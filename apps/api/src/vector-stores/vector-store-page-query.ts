import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { type CursorPageRequest, EngineError, type VectorStoreFileStatus } from '@org/engine';
import { parseQuery } from '../http/parse-query.js';

/** The lists are paged by ids: the id of something deleted is a valid cursor, too. */
const id = /^[\w-]{1,80}$/;
const rule = { message: '$property is not an id' };
const statuses: readonly VectorStoreFileStatus[] = ['in_progress', 'completed', 'failed', 'cancelled'];

export class VectorStorePageQuery {
  /** Id of the last entry of the page before. */
  @IsOptional()
  @Matches(id, rule)
  after?: string;

  /** Id of the first entry of the page after. */
  @IsOptional()
  @Matches(id, rule)
  before?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  /** By age. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'desc';
}

export class VectorStoreFilePageQuery extends VectorStorePageQuery {
  @IsOptional()
  @IsIn(statuses)
  filter?: VectorStoreFileStatus;
}

export class ContentPageQuery {
  /** `next_page` of the page before. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  page: number = 0;
}

/** The page that a query requests. Throws `invalid-request`. */
export function toPageRequest({ after, before, limit, order }: VectorStorePageQuery): CursorPageRequest {
  if (after !== undefined && before !== undefined)
    throw new EngineError('invalid-request', 'before: cannot be combined with after.', { param: 'before' });
  return { limit, order, ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
}

/** The page of files that a query requests, with the status of the files. */
export function parseFilePage(query: unknown): { page: CursorPageRequest; filter: { status?: VectorStoreFileStatus } } {
  const { filter: status, ...page } = parseQuery(VectorStoreFilePageQuery, query);
  return { page: toPageRequest(page), filter: status === undefined ? {} : { status } };
}
