// POST /v1/messages/count_tokens: how long a prompt is, without running it.
import * as z from 'zod';
import { promptFields, type PromptShape } from './request/request.js';

/** Members that only generation needs are accepted and ignored. */
export const messageCountTokensParamsSchema: z.ZodObject<PromptShape, z.core.$loose> = z.looseObject(promptFields);
export type MessageCountTokensParams = z.infer<typeof messageCountTokensParamsSchema>;

/** Beta: the length before context management. */
export const countTokensContextManagementResponseSchema = z.looseObject({ original_input_tokens: z.int().min(0) });
export type CountTokensContextManagementResponse = z.infer<typeof countTokensContextManagementResponseSchema>;

const messageTokensCountShape = {
  /** System, tools and messages together. */
  input_tokens: z.int().min(0),
  context_management: countTokensContextManagementResponseSchema.nullish(),
};
export type MessageTokensCountShape = { [Name in keyof typeof messageTokensCountShape]: (typeof messageTokensCountShape)[Name] };
export const messageTokensCountSchema: z.ZodObject<MessageTokensCountShape, z.core.$loose> =
  z.looseObject(messageTokensCountShape);
export type MessageTokensCount = z.infer<typeof messageTokensCountSchema>;
