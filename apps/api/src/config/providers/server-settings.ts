import { IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import { IsBaseUrl } from './is-base-url.js';
import { UpstreamSettings } from './upstream-settings.js';

/** An upstream that is a server at an address, of any API. */
export class ServerSettings extends UpstreamSettings {
  /** Up to and including `/v1` where it speaks chat-completions, without it for an upstream of a dialect. */
  @IsBaseUrl()
  @Matches(/^(?!.*\/(?:chat\/completions|v1\/messages|v1\/responses)\/?$)/, {
    message:
      '$property must not contain the request path (/chat/completions, /v1/messages, /v1/responses), which the service appends',
  })
  baseUrl!: string;

  /** Name of the environment variable with the key of the upstream. */
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
