import { IsInt, IsNotEmpty, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import type { AnyProviderSettings } from '../providers/any-provider-settings.js';
import { IsProvider } from '../providers/is-provider.js';

/** One of several backends of a model. */
export class BackendSettings {
  /**
   * Name in logs and metrics, which also determines the conversations that prefer this backend. Default: its address
   * or file.
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  name?: string;

  @IsProvider()
  provider!: AnyProviderSettings;

  /** Its relative weight among the backends. */
  @IsNumber()
  @Min(0.01)
  @Max(1000)
  weight: number = 1;

  /** Maximum concurrent requests on it. */
  @IsInt()
  @Min(1)
  @Max(65_536)
  concurrency: number = 256;

  /** Maximum number of waiting requests; more are rejected. */
  @IsInt()
  @Min(0)
  @Max(100_000)
  queue: number = 256;
}
