import * as z from 'zod';
import { callerSchema } from '../caller.js';
import { toolOutputSchema } from '../request/input-content.js';
import { itemStatusSchema } from '../item-status.js';

const responseFunctionToolCallShape = {
  type: z.literal('function_call'),
  /** Names the item. */
  id: z.string().optional(),
  /** Names the call: the `call_id` of its output. */
  call_id: z.string(),
  /** The function, by the name that the request gave it. */
  name: z.string(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().optional(),
  /** JSON object as text, as the model wrote it. */
  arguments: z.string(),
  /** Whether the output may arrive later than with the next request. */
  async: z.boolean().optional(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** `completed` once the arguments are complete; `incomplete` when the response was truncated within them. */
  status: itemStatusSchema.optional(),
};
export type ResponseFunctionToolCallShape = {
  [Name in keyof typeof responseFunctionToolCallShape]: (typeof responseFunctionToolCallShape)[Name];
};
/** The model calls a function. `call_id` ties the output to the call; `id` names the item itself. */
export const responseFunctionToolCallSchema: z.ZodObject<ResponseFunctionToolCallShape, z.core.$loose> =
  z.looseObject(responseFunctionToolCallShape);
export type ResponseFunctionToolCall = z.infer<typeof responseFunctionToolCallSchema>;

const responseFunctionToolCallParamShape = {
  ...responseFunctionToolCallShape,
  /** ID of the call in the response. Optional, because `call_id` identifies the call. */
  id: z.string().nullish(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().nullish(),
  /** As in the response; it has no effect. */
  status: itemStatusSchema.nullish(),
};
export type ResponseFunctionToolCallParamShape = {
  [Name in keyof typeof responseFunctionToolCallParamShape]: (typeof responseFunctionToolCallParamShape)[Name];
};
/** A function call as clients send it back; AI SDK drops the id. */
export const responseFunctionToolCallParamSchema: z.ZodObject<ResponseFunctionToolCallParamShape, z.core.$loose> =
  z.looseObject(responseFunctionToolCallParamShape);
export type ResponseFunctionToolCallParam = z.infer<typeof responseFunctionToolCallParamSchema>;

const responseFunctionToolCallItemShape = {
  ...responseFunctionToolCallShape,
  id: z.string(),
  /** `completed` once the arguments are complete; `incomplete` when the response was truncated within them. */
  status: itemStatusSchema,
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseFunctionToolCallItemShape = {
  [Name in keyof typeof responseFunctionToolCallItemShape]: (typeof responseFunctionToolCallItemShape)[Name];
};
/** A function call as in a list. */
export const responseFunctionToolCallItemSchema: z.ZodObject<ResponseFunctionToolCallItemShape, z.core.$loose> =
  z.looseObject(responseFunctionToolCallItemShape);
export type ResponseFunctionToolCallItem = z.infer<typeof responseFunctionToolCallItemSchema>;

const functionCallOutputShape = {
  type: z.literal('function_call_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** ID of the corresponding call. The official types make it optional where the name is sufficient. */
  call_id: z.string().nullish(),
  /** Result for the model: a string, or parts with images and files. */
  output: toolOutputSchema,
  /** The function that was called. */
  name: z.string().nullish(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().nullish(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** Has no effect, because an output is complete. */
  status: itemStatusSchema.nullish(),
};
export type FunctionCallOutputShape = {
  [Name in keyof typeof functionCallOutputShape]: (typeof functionCallOutputShape)[Name];
};
/** What the function gave back, as clients send it. */
export const functionCallOutputSchema: z.ZodObject<FunctionCallOutputShape, z.core.$loose> =
  z.looseObject(functionCallOutputShape);
export type FunctionCallOutput = z.infer<typeof functionCallOutputSchema>;

const responseFunctionToolCallOutputItemShape = {
  type: z.literal('function_call_output'),
  id: z.string(),
  /** ID of the corresponding call. */
  call_id: z.string().optional(),
  /** As the client sent it. */
  output: toolOutputSchema,
  status: itemStatusSchema,
  /** The function that was called. */
  name: z.string().optional(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().optional(),
  /** Caller: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** The entity that created the item, on servers that report it. */
  created_by: z.string().optional(),
};
export type ResponseFunctionToolCallOutputItemShape = {
  [
    Name in keyof typeof responseFunctionToolCallOutputItemShape
  ]: (typeof responseFunctionToolCallOutputItemShape)[Name];
};
/** Result of a function, as in a response or a list. */
export const responseFunctionToolCallOutputItemSchema: z.ZodObject<
  ResponseFunctionToolCallOutputItemShape,
  z.core.$loose
> = z.looseObject(responseFunctionToolCallOutputItemShape);
export type ResponseFunctionToolCallOutputItem = z.infer<typeof responseFunctionToolCallOutputItemSchema>;
