import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { toolOutputSchema } from '../input-content.js';
import { itemStatusSchema } from '../item-status.js';

/** The model calls a function. `call_id` ties the output to the call; `id` names the item itself. */
export const responseFunctionToolCallSchema = z.looseObject({
  type: z.literal('function_call'),
  id: z.string().optional(),
  call_id: z.string(),
  name: z.string(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().optional(),
  /** The text of one JSON object, as the model wrote it. */
  arguments: z.string(),
  async: z.boolean().optional(),
  caller: callerSchema.nullish(),
  status: itemStatusSchema.optional(),
});
export type ResponseFunctionToolCall = z.infer<typeof responseFunctionToolCallSchema>;

/** A function call as clients send it back; AI SDK drops the id. */
export const responseFunctionToolCallParamSchema = responseFunctionToolCallSchema.extend({
  id: z.string().nullish(),
  namespace: z.string().nullish(),
  status: itemStatusSchema.nullish(),
});
export type ResponseFunctionToolCallParam = z.infer<typeof responseFunctionToolCallParamSchema>;

/** A function call as a list holds it. */
export const responseFunctionToolCallItemSchema = responseFunctionToolCallSchema.extend({
  id: z.string(),
  status: itemStatusSchema,
  created_by: z.string().optional(),
});
export type ResponseFunctionToolCallItem = z.infer<typeof responseFunctionToolCallItemSchema>;

/** What the function gave back, as clients send it. */
export const functionCallOutputSchema = z.looseObject({
  type: z.literal('function_call_output'),
  id: z.string().nullish(),
  /** Call that this answers. The official types let it be absent where the name says enough. */
  call_id: z.string().nullish(),
  output: toolOutputSchema,
  name: z.string().nullish(),
  namespace: z.string().nullish(),
  caller: callerSchema.nullish(),
  status: itemStatusSchema.nullish(),
});
export type FunctionCallOutput = z.infer<typeof functionCallOutputSchema>;

/** What the function gave back, as a response or a list holds it. */
export const responseFunctionToolCallOutputItemSchema = z.looseObject({
  type: z.literal('function_call_output'),
  id: z.string(),
  call_id: z.string().optional(),
  output: toolOutputSchema,
  status: itemStatusSchema,
  name: z.string().optional(),
  namespace: z.string().optional(),
  caller: callerSchema.nullish(),
  created_by: z.string().optional(),
});
export type ResponseFunctionToolCallOutputItem = z.infer<typeof responseFunctionToolCallOutputItemSchema>;
