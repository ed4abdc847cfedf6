import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { JsonObject, Page, StoredItem } from '@org/engine';
import { IncludeQuery } from './include-query.js';

export class ItemPageQuery extends IncludeQuery {
  /** Id of the last item of the page before. */
  @IsOptional()
  @IsString()
  after?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  /** `asc`: in the order in which they were sent. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'desc';
}

/** `first_id` and `last_id` are empty when `data` is. */
export interface ItemPage {
  readonly object: 'list';
  readonly data: readonly JsonObject[];
  readonly first_id: string;
  readonly last_id: string;
  readonly has_more: boolean;
}

/** The page in the API, with each item converted by `show`. */
export function toItemPage(
  { entries, hasMore }: Page<Pick<StoredItem, 'id' | 'value'>>,
  show: (item: JsonObject) => JsonObject,
): ItemPage {
  return {
    object: 'list',
    data: entries.map(({ value }) => show(value)),
    first_id: entries[0]?.id ?? '',
    last_id: entries.at(-1)?.id ?? '',
    has_more: hasMore,
  };
}
