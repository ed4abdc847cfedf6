import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { toolOutputSchema } from '../input-content.js';
import { itemStatusSchema } from '../item-status.js';

/** The model calls a custom tool with free text. */
export const responseCustomToolCallSchema = z.looseObject({
  type: z.literal('custom_tool_call'),
  id: z.string().optional(),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  input: z.string(),
  async: z.boolean().optional(),
  caller: callerSchema.nullish(),
});
export type ResponseCustomToolCall = z.infer<typeof responseCustomToolCallSchema>;

/** A custom call as clients send it back. */
export const responseCustomToolCallParamSchema = responseCustomToolCallSchema.extend({
  id: z.string().nullish(),
  namespace: z.string().nullish(),
  status: itemStatusSchema.nullish(),
});
export type ResponseCustomToolCallParam = z.infer<typeof responseCustomToolCallParamSchema>;

/** A custom call as a list holds it. */
export const responseCustomToolCallItemSchema = responseCustomToolCallSchema.extend({
  id: z.string(),
  status: itemStatusSchema,
  created_by: z.string().optional(),
});
export type ResponseCustomToolCallItem = z.infer<typeof responseCustomToolCallItemSchema>;

/** What the custom tool gave back, as clients send it. */
export const responseCustomToolCallOutputSchema = z.looseObject({
  type: z.literal('custom_tool_call_output'),
  id: z.string().nullish(),
  call_id: z.string(),
  output: toolOutputSchema,
  caller: callerSchema.nullish(),
  status: itemStatusSchema.nullish(),
});
export type ResponseCustomToolCallOutput = z.infer<typeof responseCustomToolCallOutputSchema>;

/** What the custom tool gave back, as a response or a list holds it. */
export const responseCustomToolCallOutputItemSchema = responseCustomToolCallOutputSchema.extend({
  id: z.string(),
  status: itemStatusSchema,
  created_by: z.string().optional(),
});
export type ResponseCustomToolCallOutputItem = z.infer<typeof responseCustomToolCallOutputItemSchema>;
