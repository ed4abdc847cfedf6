import { capabilityProfiles, type ProfileName } from '@org/providers';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
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

  /** With `task: embedding`: inputs of one request to the upstream, 1 to 2,048. Default 128. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2048)
  batchSize?: number;

  /** With `task: rerank`: the path of the upstream's rerank API, such as `/rerank`. Default: `/rerank` below `baseUrl`. */
  @IsOptional()
  @Matches(/^\/[\w./-]+$/)
  rerankPath?: string;

  /**
   * With `task: rerank`: what the upstream's scores are. Default: `logit` where a score of the response is below 0 or above
   * 1.
   */
  @IsOptional()
  @IsIn(['probability', 'logit'])
  rerankScores?: 'probability' | 'logit';
}
