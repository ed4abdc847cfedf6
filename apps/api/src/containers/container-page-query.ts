import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** The query of a page of files of a container. */
export class ContainerFilePageQuery {
  /** Id of the last entry of the page before. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  after?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  /** By age. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'desc';
}

/** The query of a page of containers. */
export class ContainerPageQuery extends ContainerFilePageQuery {
  /** Only containers with this name. */
  @IsOptional()
  @IsString()
  name?: string;
}
