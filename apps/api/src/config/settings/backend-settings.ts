import { IsInt, IsNotEmpty, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import type { AnyProviderSettings } from '../providers/any-provider-settings.js';
import { IsProvider } from '../providers/is-provider.js';

/** One of several backends of a model. */
export class BackendSettings {
  /** What logs and metrics call it, and what decides which conversations are at home there. Default: its address or file. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  name?: string;

  @IsProvider()
  provider!: AnyProviderSettings;

  /** Its share of the requests, in proportion to the others. */
  @IsNumber()
  @Min(0.01)
  @Max(1000)
  weight: number = 1;

  /** Most requests that run there at once. */
  @IsInt()
  @Min(1)
  @Max(65_536)
  concurrency: number = 256;

  /** Most requests that wait for it; one more is refused. */
  @IsInt()
  @Min(0)
  @Max(100_000)
  queue: number = 256;
}
