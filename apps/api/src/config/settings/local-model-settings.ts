import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

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

  /**
   * How the process of a model is separated from the service. `auto`: as far as the machine permits. `require`: in namespaces of
   * its own, or the model does not load. `off`: it has the rights of the service. Default `auto`.
   */
  @IsIn(['auto', 'require', 'off'])
  sandbox: 'auto' | 'require' | 'off' = 'auto';
}
