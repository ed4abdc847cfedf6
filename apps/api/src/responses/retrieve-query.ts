import { IsIn, IsOptional } from 'class-validator';

export class RetrieveQuery {
  @IsOptional()
  @IsIn(['true', 'false'])
  stream?: 'true' | 'false';
}
