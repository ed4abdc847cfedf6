import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

export class RetrieveQuery {
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

  /** What to show beyond what is always shown. Values that are not known are ignored. */
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]))
  @IsString({ each: true })
  include: string[] = [];

  /** The same under the name that clients give lists. */
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]))
  @IsString({ each: true })
  'include[]': string[] = [];
}
