import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IncludeQuery } from './include-query.js';

export class RetrieveQuery extends IncludeQuery {
  @IsOptional()
  @IsIn(['true', 'false'])
  stream?: 'true' | 'false';

  /** Number of the last event that is known. Only with `stream`. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  starting_after?: number;
}
