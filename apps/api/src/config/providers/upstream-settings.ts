import type { UpstreamPolicySettings } from '@org/dialects/dialect';
import type { UpstreamMessages } from '@org/providers';
import { IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { ProviderSettings } from './provider-settings.js';
import { IsHeaders } from './is-headers.js';
import { IsSection } from '../checks/is-section.js';
import { TimeoutSettings } from './timeout-settings.js';

/** Settings common to all models on other servers. */
export class UpstreamSettings extends ProviderSettings {
  @IsOptional()
  @IsSection(() => TimeoutSettings)
  timeouts?: TimeoutSettings;

  /** Maximum retries per request that failed before the first event. Default 1. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  retries?: number;

  /** Maximum concurrent requests to the upstream; the others wait. Default 1024. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65_536)
  maxConnections?: number;

  /** Name of the environment variable with the URL of an HTTP proxy for requests to the upstream. */
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

  /** `errors.upstreamMessages` of the model or the service. Not a setting: the reader of the file sets it. */
  declare upstreamMessages?: UpstreamMessages;

  /** Digest of the secrets in files, which differs after a rotation. Not a setting: the reader of the file sets it. */
  declare secretsDigest?: string;

  /** The policy of the model. Not a setting: the reader of the file sets it. */
  declare upstreamPolicy?: UpstreamPolicySettings;
}
