import { capabilityProfiles, type ProfileName } from '@org/engine/generators/chat-completions/capability-profile';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl } from 'class-validator';
import { UpstreamSettings } from './upstream-settings.js';

/** An upstream that speaks the chat-completions wire. */
export class ChatCompletionsSettings extends UpstreamSettings {
  declare kind: 'chat-completions';

  /** Up to and including `/v1`. */
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

  /** Which server the upstream is, for what it understands. Default `generic`. */
  @IsOptional()
  @IsIn(Object.keys(capabilityProfiles))
  profile?: ProfileName;
}
