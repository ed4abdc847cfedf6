import * as z from 'zod';
import { responseInputSchema } from './items/input-item.js';
import { openEnum } from '../schema/open-enum.js';
import { reasoningSchema } from './request/reasoning-config.js';
import { conversationParamSchema, truncationSchema } from './request/request.js';
import { responseTextConfigSchema } from './request/text-config.js';
import { toolChoiceSchema } from './tools/tool-choice.js';
import { toolSchema } from './tools/tool.js';

const inputTokenCountParamsShape = {
  /** The model that would read it. */
  model: z.string().nullish(),
  /** What is new: a text, or items. */
  input: responseInputSchema.nullish(),
  /** System text of this turn. */
  instructions: z.string().nullish(),
  /** The conversation to continue. */
  conversation: conversationParamSchema.nullish(),
  /** The response to continue. */
  previous_response_id: z.string().nullish(),
  /** What the model would be offered. */
  tools: z.array(toolSchema).nullish(),
  /** Which tools the model might or had to call. */
  tool_choice: toolChoiceSchema.nullish(),
  /** Whether one response may contain several tool calls. */
  parallel_tool_calls: z.boolean().nullish(),
  /** Reasoning settings of the model. */
  reasoning: reasoningSchema.nullish(),
  /** Format of the response text. */
  text: responseTextConfigSchema.nullish(),
  /** Whether the oldest turns are dropped when the input exceeds the context. */
  truncation: truncationSchema.nullish(),
  /** The tone that a model with several takes. */
  personality: openEnum(['friendly', 'pragmatic']).optional(),
};
export type InputTokenCountParamsShape = {
  [Name in keyof typeof inputTokenCountParamsShape]: (typeof inputTokenCountParamsShape)[Name];
};
/** Body of `POST /v1/responses/input_tokens`: a request as it would be sent, without what does not cost input. */
export const inputTokenCountParamsSchema: z.ZodObject<InputTokenCountParamsShape, z.core.$loose> =
  z.looseObject(inputTokenCountParamsShape);
export type InputTokenCountParams = z.infer<typeof inputTokenCountParamsSchema>;

/** How many tokens the model would read. */
export const inputTokenCountResponseSchema = z.looseObject({
  object: z.literal('response.input_tokens'),
  input_tokens: z.int().min(0),
});
export type InputTokenCountResponse = z.infer<typeof inputTokenCountResponseSchema>;
