import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

export class BatchPageQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  limit: number = 20;

  @IsOptional()
  @IsString()
  before_id?: string;

  @IsOptional()
  @IsString()
  after_id?: string;
}
