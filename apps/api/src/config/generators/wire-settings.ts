import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsObject, IsOptional, IsString, IsUrl, Max, Min, ValidateNested } from 'class-validator';
import { GeneratorSettings } from './generator-settings.js';
import { TimeoutSettings } from './timeout-settings.js';

/** An upstream that speaks a dialect of ours: what both dialects have in common. */
export class WireSettings extends GeneratorSettings {
  /** Up to and without `/v1`. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  baseUrl!: string;

  /** Name of the environment variable that holds the upstream's key. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  apiKeyEnv?: string;

  /** The upstream's name of the model. Default: the name that the client sent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  model?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => TimeoutSettings)
  timeouts?: TimeoutSettings;

  /** Times that one request may be sent again when it failed before the first event. Default 1. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  retries?: number;

  /** Most requests to the upstream at once; the others wait. Default 1024. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65_536)
  maxConnections?: number;

  /** Headers for every request to the upstream. */
  @IsOptional()
  @IsObject()
  headers?: Record<string, string>;
}
