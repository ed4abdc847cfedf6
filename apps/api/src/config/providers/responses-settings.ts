import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream that speaks the responses dialect: OpenAI, or another instance of this service. */
export class ResponsesSettings extends ServerSettings {
  declare kind: 'responses';

  /** Ask for reasoning in the sealed form that can be sent back. Models without reasoning may refuse that. Default true. */
  @IsOptional()
  @IsBoolean()
  encryptedReasoning?: boolean;

  /** Which tools of the wire it knows. One that it refuses as unknown is found out by itself. Default `all`. */
  @IsOptional()
  @IsIn(['all', 'plain', 'functions'])
  tools?: 'all' | 'plain' | 'functions';
}
