import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

/** The query of a page in the messages dialect: forwards from `after_id`, or backwards from `before_id`. */
export class MessagesPageQuery {
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
