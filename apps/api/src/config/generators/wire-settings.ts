import { IsNotEmpty, IsOptional, IsString, IsUrl } from 'class-validator';
import { UpstreamSettings } from './upstream-settings.js';

/** An upstream that speaks a dialect of ours: what both dialects have in common. */
export class WireSettings extends UpstreamSettings {
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
}
