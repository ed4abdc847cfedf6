import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream that speaks the messages dialect: Anthropic, or another instance of this service. */
export class MessagesSettings extends ServerSettings {
  declare kind: 'messages';

  /** The cap of an answer for which the client named none; the wire demands one. Default 8192. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  maxOutputTokens?: number;
}
