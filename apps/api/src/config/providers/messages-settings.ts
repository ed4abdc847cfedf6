import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream that speaks the messages dialect: Anthropic, or another instance of this service. */
export class MessagesSettings extends ServerSettings {
  declare kind: 'messages';

  /** Maximum output tokens when the client sets none, because the API requires a limit. Default 8192. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  maxOutputTokens?: number;
}
