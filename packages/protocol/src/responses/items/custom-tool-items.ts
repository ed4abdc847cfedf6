import * as z from 'zod';
import { callerSchema } from '../caller.js';
import { toolOutputSchema } from '../request/input-content.js';
import { itemStatusSchema } from '../item-status.js';

const responseCustomToolCallShape = {
  type: z.literal('custom_tool_call'),
  id: z.string().optional(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  /** The tool, by the name that the request gave it. */
  name: z.string(),
  /** The namespace tool that the tool was offered in. */
  namespace: z.string().optional(),
  /** Free text; with a grammar, text that the grammar allows. */
  input: z.string(),
  /** Whether the output may arrive later than with the next request. */
  async: z.boolean().optional(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
};
export type ResponseCustomToolCallShape = {
  [Name in keyof typeof responseCustomToolCallShape]: (typeof responseCustomToolCallShape)[Name];
};
/** The model calls a custom tool with free text. */
export const responseCustomToolCallSchema: z.ZodObject<ResponseCustomToolCallShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallShape);
export type ResponseCustomToolCall = z.infer<typeof responseCustomToolCallSchema>;

const responseCustomToolCallParamShape = {
  ...responseCustomToolCallShape,
  /** ID of the call in the response. Optional, because `call_id` identifies the call. */
  id: z.string().nullish(),
  /** The namespace tool that the tool was offered in. */
  namespace: z.string().nullish(),
  /** As in the response; it has no effect. */
  status: itemStatusSchema.nullish(),
};
export type ResponseCustomToolCallParamShape = {
  [Name in keyof typeof responseCustomToolCallParamShape]: (typeof responseCustomToolCallParamShape)[Name];
};
/** A custom call as clients send it back. */
export const responseCustomToolCallParamSchema: z.ZodObject<ResponseCustomToolCallParamShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallParamShape);
export type ResponseCustomToolCallParam = z.infer<typeof responseCustomToolCallParamSchema>;

const responseCustomToolCallItemShape = {
  ...responseCustomToolCallShape,
  id: z.string(),
  status: itemStatusSchema,
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseCustomToolCallItemShape = {
  [Name in keyof typeof responseCustomToolCallItemShape]: (typeof responseCustomToolCallItemShape)[Name];
};
/** A custom tool call as in a list. */
export const responseCustomToolCallItemSchema: z.ZodObject<ResponseCustomToolCallItemShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallItemShape);
export type ResponseCustomToolCallItem = z.infer<typeof responseCustomToolCallItemSchema>;

const responseCustomToolCallOutputShape = {
  type: z.literal('custom_tool_call_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** ID of the corresponding call. */
  call_id: z.string(),
  /** Result for the model: a string, or parts with images and files. */
  output: toolOutputSchema,
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** Has no effect, because an output is complete. */
  status: itemStatusSchema.nullish(),
};
export type ResponseCustomToolCallOutputShape = {
  [Name in keyof typeof responseCustomToolCallOutputShape]: (typeof responseCustomToolCallOutputShape)[Name];
};
/** What the custom tool gave back, as clients send it. */
export const responseCustomToolCallOutputSchema: z.ZodObject<ResponseCustomToolCallOutputShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallOutputShape);
export type ResponseCustomToolCallOutput = z.infer<typeof responseCustomToolCallOutputSchema>;

const responseCustomToolCallOutputItemShape = {
  ...responseCustomToolCallOutputShape,
  id: z.string(),
  status: itemStatusSchema,
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseCustomToolCallOutputItemShape = {
  [Name in keyof typeof responseCustomToolCallOutputItemShape]: (typeof responseCustomToolCallOutputItemShape)[Name];
};
/** Result of a custom tool, as in a response or a list. */
export const responseCustomToolCallOutputItemSchema: z.ZodObject<ResponseCustomToolCallOutputItemShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallOutputItemShape);
export type ResponseCustomToolCallOutputItem = z.infer<typeof responseCustomToolCallOutputItemSchema>;
