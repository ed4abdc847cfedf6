import { IsInt, IsOptional, Max, Min } from 'class-validator';

const longestMs = 86_400_000;

/** Milliseconds, one limit for each phase of a request to the upstream; 0 switches a limit off. */
export class TimeoutSettings {
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  queue?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  connect?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  firstToken?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  idle?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  total?: number;
}
