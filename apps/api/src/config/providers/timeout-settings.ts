import { IsInt, IsOptional, Max, Min } from 'class-validator';

const maxTimeoutMs = 86_400_000;

/** Timeouts in milliseconds, one for each phase of a request to the upstream; 0 disables a timeout. */
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
