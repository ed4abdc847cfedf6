import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { toolSchema } from '../tools/tool.js';

const executionSchema = z.enum(['server', 'client']);

const toolSearchCallShape = {
  type: z.literal('tool_search_call'),
  id: z.string().nullish(),
  /** Names the call where the client searches; null or absent where the server does. */
  call_id: z.string().nullish(),
  /** What is searched for, in the form that the tool's `parameters` describe. */
  arguments: z.unknown(),
  /** Who executes the search. */
  execution: executionSchema.optional(),
  /** As in the response; it has no effect. */
  status: itemStatusSchema.nullish(),
};
export type ToolSearchCallShape = { [Name in keyof typeof toolSearchCallShape]: (typeof toolSearchCallShape)[Name] };
/** A search for deferred tools, as clients send the call back. */
export const toolSearchCallSchema: z.ZodObject<ToolSearchCallShape, z.core.$loose> = z.looseObject(toolSearchCallShape);
export type ToolSearchCall = z.infer<typeof toolSearchCallSchema>;

const responseToolSearchCallShape = {
  type: z.literal('tool_search_call'),
  id: z.string(),
  /** Names the call where the client searches; null or absent where the server does. */
  call_id: z.string().nullable(),
  /** What is searched for, in the form that the tool's `parameters` describe. */
  arguments: z.unknown(),
  /** Who executes the search. */
  execution: executionSchema,
  status: itemStatusSchema,
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseToolSearchCallShape = {
  [Name in keyof typeof responseToolSearchCallShape]: (typeof responseToolSearchCallShape)[Name];
};
/** A search for deferred tools, as in a response or a list. */
export const responseToolSearchCallSchema: z.ZodObject<ResponseToolSearchCallShape, z.core.$loose> =
  z.looseObject(responseToolSearchCallShape);
export type ResponseToolSearchCall = z.infer<typeof responseToolSearchCallSchema>;

const responseToolSearchOutputItemParamShape = {
  type: z.literal('tool_search_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** ID of the corresponding call. */
  call_id: z.string().nullish(),
  /** Definitions, as in `tools` of a request. */
  tools: z.array(toolSchema),
  /** Who executed the search. */
  execution: executionSchema.optional(),
  /** Has no effect, because an output is complete. */
  status: itemStatusSchema.nullish(),
};
export type ResponseToolSearchOutputItemParamShape = {
  [Name in keyof typeof responseToolSearchOutputItemParamShape]: (typeof responseToolSearchOutputItemParamShape)[Name];
};
/** The tools that were found, as clients send them; from here on the model may call them. */
export const responseToolSearchOutputItemParamSchema: z.ZodObject<
  ResponseToolSearchOutputItemParamShape,
  z.core.$loose
> = z.looseObject(responseToolSearchOutputItemParamShape);
export type ResponseToolSearchOutputItemParam = z.infer<typeof responseToolSearchOutputItemParamSchema>;

const responseToolSearchOutputItemShape = {
  type: z.literal('tool_search_output'),
  id: z.string(),
  /** ID of the corresponding call. */
  call_id: z.string().nullable(),
  /** Definitions, as in `tools` of a request. */
  tools: z.array(toolSchema),
  /** Who executed the search. */
  execution: executionSchema,
  status: itemStatusSchema,
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseToolSearchOutputItemShape = {
  [Name in keyof typeof responseToolSearchOutputItemShape]: (typeof responseToolSearchOutputItemShape)[Name];
};
/** The found tools, as in a response or a list. */
export const responseToolSearchOutputItemSchema: z.ZodObject<ResponseToolSearchOutputItemShape, z.core.$loose> =
  z.looseObject(responseToolSearchOutputItemShape);
export type ResponseToolSearchOutputItem = z.infer<typeof responseToolSearchOutputItemSchema>;
