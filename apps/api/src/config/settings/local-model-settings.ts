import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** What all models of this machine share. */
export class LocalModelSettings {
  /** Bytes that loaded models may take together. Default: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1_048_576)
  @Max(Number.MAX_SAFE_INTEGER)
  memoryBytes?: number;

  /** Seconds that a request waits for the memory of busy models, 1 to 3600. */
  @IsInt()
  @Min(1)
  @Max(3600)
  waitSeconds: number = 60;
}
