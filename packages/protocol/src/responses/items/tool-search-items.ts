import { z } from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { toolSchema } from '../tools/tool.js';

const executionSchema = z.enum(['server', 'client']);

/** The model looks for deferred tools, as clients send the call back. */
export const toolSearchCallSchema = z.looseObject({
  type: z.literal('tool_search_call'),
  id: z.string().nullish(),
  call_id: z.string().nullish(),
  arguments: z.unknown(),
  execution: executionSchema.optional(),
  status: itemStatusSchema.nullish(),
});
export type ToolSearchCall = z.infer<typeof toolSearchCallSchema>;

/** The model looks for deferred tools, as a response or a list holds the call. */
export const responseToolSearchCallSchema = z.looseObject({
  type: z.literal('tool_search_call'),
  id: z.string(),
  call_id: z.string().nullable(),
  arguments: z.unknown(),
  execution: executionSchema,
  status: itemStatusSchema,
  created_by: z.string().optional(),
});
export type ResponseToolSearchCall = z.infer<typeof responseToolSearchCallSchema>;

/** The tools that were found, as clients send them; from here on the model may call them. */
export const responseToolSearchOutputItemParamSchema = z.looseObject({
  type: z.literal('tool_search_output'),
  id: z.string().nullish(),
  call_id: z.string().nullish(),
  tools: z.array(toolSchema),
  execution: executionSchema.optional(),
  status: itemStatusSchema.nullish(),
});
export type ResponseToolSearchOutputItemParam = z.infer<typeof responseToolSearchOutputItemParamSchema>;

/** The tools that were found, as a response or a list holds them. */
export const responseToolSearchOutputItemSchema = z.looseObject({
  type: z.literal('tool_search_output'),
  id: z.string(),
  call_id: z.string().nullable(),
  tools: z.array(toolSchema),
  execution: executionSchema,
  status: itemStatusSchema,
  created_by: z.string().optional(),
});
export type ResponseToolSearchOutputItem = z.infer<typeof responseToolSearchOutputItemSchema>;
