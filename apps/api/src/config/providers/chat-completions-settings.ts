import { capabilityProfiles, type ProfileName } from '@org/providers';
import { IsIn, IsOptional } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream that speaks the chat-completions wire. */
export class ChatCompletionsSettings extends ServerSettings {
  declare kind: 'chat-completions';

  /** Which server the upstream is, for what it understands. Default `detect`: its list of models tells, before the first answer. */
  @IsOptional()
  @IsIn(['detect', ...Object.keys(capabilityProfiles)])
  profile?: ProfileName | 'detect';
}
