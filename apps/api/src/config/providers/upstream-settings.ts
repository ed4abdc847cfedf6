import { IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { ProviderSettings } from './provider-settings.js';
import { IsHeaders } from './is-headers.js';
import { IsSection } from '../checks/is-section.js';
import { TimeoutSettings } from './timeout-settings.js';

/** What all models behind other servers have in common. */
export class UpstreamSettings extends ProviderSettings {
  @IsOptional()
  @IsSection(() => TimeoutSettings)
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

  /** Name of the environment variable that holds the address of an HTTP proxy, through which the upstream is asked. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  proxyEnv?: string;

  /** Headers for every request to the upstream. */
  @IsOptional()
  @IsHeaders()
  headers?: Record<string, string>;

  /** Names of environment variables that hold the values of such headers. */
  @IsOptional()
  @IsHeaders()
  headersEnv?: Record<string, string>;
}
