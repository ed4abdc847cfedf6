import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** The list is paged by ids: the id of a deleted file is a valid cursor, too. */
const fileId = /^file_[0-9A-Za-z]{1,64}$/;
const rule = { message: '$property is not the id of a file' };

/** The query of a page of files in the responses dialect. */
export class FilePageQuery {
  /** Id of the last file of the page before. */
  @IsOptional()
  @Matches(fileId, rule)
  after?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  limit: number = 10_000;

  /** By age. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'desc';

  @IsOptional()
  @IsString()
  purpose?: string;
}

/** The same in the messages dialect; `ids[]` may be repeated. */
export class MessagesFilePageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  limit?: number;

  /** `next_page` of the page before. */
  @IsOptional()
  @Matches(fileId, { message: '$property is not the next_page of another page' })
  page?: string;

  @Expose({ name: 'ids[]' })
  @Transform(({ obj }: { obj: Readonly<Record<string, unknown>> }) => [
    ...new Set([obj['ids[]'] ?? obj['ids'] ?? []].flat()),
  ])
  @IsOptional()
  @IsString({ each: true })
  @ArrayMaxSize(100)
  ids: readonly string[] = [];
}
