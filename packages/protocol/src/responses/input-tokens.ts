import * as z from 'zod';
import { responseInputSchema } from './items/input-item.js';
import { openEnum } from '../schema/open-enum.js';
import { reasoningSchema } from './reasoning-config.js';
import { conversationParamSchema, truncationSchema } from './request.js';
import { responseTextConfigSchema } from './text-config.js';
import { toolChoiceSchema } from './tools/tool-choice.js';
import { toolSchema } from './tools/tool.js';

const inputTokenCountParamsShape = {
  model: z.string().nullish(),
  input: responseInputSchema.nullish(),
  instructions: z.string().nullish(),
  conversation: conversationParamSchema.nullish(),
  previous_response_id: z.string().nullish(),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning: reasoningSchema.nullish(),
  text: responseTextConfigSchema.nullish(),
  truncation: truncationSchema.nullish(),
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
