import * as z from 'zod';
import { callerSchema } from '../caller.js';
import { toolOutputSchema } from '../request/input-content.js';
import { itemStatusSchema } from '../item-status.js';

const responseCustomToolCallShape = {
  type: z.literal('custom_tool_call'),
  id: z.string().optional(),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  input: z.string(),
  async: z.boolean().optional(),
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
  id: z.string().nullish(),
  namespace: z.string().nullish(),
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
  created_by: z.string().optional(),
};
export type ResponseCustomToolCallItemShape = {
  [Name in keyof typeof responseCustomToolCallItemShape]: (typeof responseCustomToolCallItemShape)[Name];
};
/** A custom call as a list holds it. */
export const responseCustomToolCallItemSchema: z.ZodObject<ResponseCustomToolCallItemShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallItemShape);
export type ResponseCustomToolCallItem = z.infer<typeof responseCustomToolCallItemSchema>;

const responseCustomToolCallOutputShape = {
  type: z.literal('custom_tool_call_output'),
  id: z.string().nullish(),
  call_id: z.string(),
  output: toolOutputSchema,
  caller: callerSchema.nullish(),
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
  created_by: z.string().optional(),
};
export type ResponseCustomToolCallOutputItemShape = {
  [Name in keyof typeof responseCustomToolCallOutputItemShape]: (typeof responseCustomToolCallOutputItemShape)[Name];
};
/** What the custom tool gave back, as a response or a list holds it. */
export const responseCustomToolCallOutputItemSchema: z.ZodObject<ResponseCustomToolCallOutputItemShape, z.core.$loose> =
  z.looseObject(responseCustomToolCallOutputItemShape);
export type ResponseCustomToolCallOutputItem = z.infer<typeof responseCustomToolCallOutputItemSchema>;
