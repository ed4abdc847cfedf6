import { capabilityProfiles, type ProfileName } from '@org/providers';
import { IsIn, IsOptional } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream of the chat-completions API. */
export class ChatCompletionsSettings extends ServerSettings {
  declare kind: 'chat-completions';

  /**
   * Server software of the upstream, which determines its features. Default `detect`: derived from its list of models
   * before the first response.
   */
  @IsOptional()
  @IsIn(['detect', ...Object.keys(capabilityProfiles)])
  profile?: ProfileName | 'detect';
}
