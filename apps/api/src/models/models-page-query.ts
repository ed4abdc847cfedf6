import 'reflect-metadata';
import { Expose, Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { MessagesPageQuery } from '../http/messages-page-query.js';

const lifecycles = ['active', 'deprecated', 'retired'];

/** The query of a page of models; `lifecycle[]` may be repeated. */
export class ModelsPageQuery extends MessagesPageQuery {
  @Expose({ name: 'lifecycle[]' })
  @Transform(({ obj }: { obj: Readonly<Record<string, unknown>> }) =>
    [obj['lifecycle[]'] ?? obj['lifecycle'] ?? []].flat(),
  )
  @IsOptional()
  @IsIn(lifecycles, { each: true })
  lifecycle: readonly string[] = [];
}
