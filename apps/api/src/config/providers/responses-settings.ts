import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ServerSettings } from './server-settings.js';

/** An upstream that speaks the responses dialect: OpenAI, or another instance of this service. */
export class ResponsesSettings extends ServerSettings {
  declare kind: 'responses';

  /**
   * Request reasoning in encrypted form, which can be sent back. Models without reasoning may reject that. Default
   * true.
   */
  @IsOptional()
  @IsBoolean()
  encryptedReasoning?: boolean;

  /**
   * Tool types of the API that it supports. A type that it rejects as unknown is detected automatically. Default
   * `all`.
   */
  @IsOptional()
  @IsIn(['all', 'plain', 'functions'])
  tools?: 'all' | 'plain' | 'functions';
}
