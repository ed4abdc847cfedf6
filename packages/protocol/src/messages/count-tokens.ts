// POST /v1/messages/count_tokens: how long a prompt is, without running it.
import * as z from 'zod';
import { promptFields, type PromptShape } from './request/request.js';

/** Body of `POST /v1/messages/count_tokens`. Members that only generation needs are accepted and ignored. */
export const messageCountTokensParamsSchema: z.ZodObject<PromptShape, z.core.$loose> = z.looseObject(promptFields);
export type MessageCountTokensParams = z.infer<typeof messageCountTokensParamsSchema>;

const countTokensContextManagementResponseShape = {
  /** What `input_tokens` would be without the edits. */
  original_input_tokens: z.int().min(0),
};
export type CountTokensContextManagementResponseShape = {
  [
    Name in keyof typeof countTokensContextManagementResponseShape
  ]: (typeof countTokensContextManagementResponseShape)[Name];
};
/** Beta: the length before context management. */
export const countTokensContextManagementResponseSchema: z.ZodObject<
  CountTokensContextManagementResponseShape,
  z.core.$loose
> = z.looseObject(countTokensContextManagementResponseShape);
export type CountTokensContextManagementResponse = z.infer<typeof countTokensContextManagementResponseSchema>;

const messageTokensCountShape = {
  /** System, tools and messages together, after the edits of `context_management`. */
  input_tokens: z.int().min(0),
  /** Beta: the length before the edits; null or absent when none were asked for. */
  context_management: countTokensContextManagementResponseSchema.nullish(),
};
export type MessageTokensCountShape = {
  [Name in keyof typeof messageTokensCountShape]: (typeof messageTokensCountShape)[Name];
};
/** How long a prompt is. It may be longer than the model can read. */
export const messageTokensCountSchema: z.ZodObject<MessageTokensCountShape, z.core.$loose> =
  z.looseObject(messageTokensCountShape);
export type MessageTokensCount = z.infer<typeof messageTokensCountSchema>;
