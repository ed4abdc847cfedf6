import { IsInt, IsOptional, Max, Min } from 'class-validator';

const maxTimeoutMs = 86_400_000;

/** Milliseconds, one limit for each phase of a request to the upstream; 0 switches a limit off. */
export class TimeoutSettings {
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(maxTimeoutMs)
  queue?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(maxTimeoutMs)
  connect?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(maxTimeoutMs)
  firstToken?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(maxTimeoutMs)
  idle?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(maxTimeoutMs)
  total?: number;
}
