import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';

/** Additional fields to include. Unknown values are ignored. */
export class IncludeQuery {
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]))
  @IsString({ each: true })
  include: string[] = [];

  /** The same under the name that clients give lists. */
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]))
  @IsString({ each: true })
  'include[]': string[] = [];
}

/** All requested values, under either name. */
export function includedBy(query: IncludeQuery): readonly string[] {
  return [...query.include, ...query['include[]']];
}
