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
  /** The text of one JSON object, as the model wrote it. */
  arguments: z.string(),
  /** Whether the output may come later than with the next request. */
  async: z.boolean().optional(),
  /** Who calls: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** `completed` once the arguments are whole; `incomplete` where the answer was cut off in them. */
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
  /** That of the call as it was answered. May be absent: `call_id` is what counts. */
  id: z.string().nullish(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().nullish(),
  /** As it was answered; changes nothing. */
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
  /** `completed` once the arguments are whole; `incomplete` where the answer was cut off in them. */
  status: itemStatusSchema,
  /** The entity that made the item, on servers that tell. */
  created_by: z.string().optional(),
};
export type ResponseFunctionToolCallItemShape = {
  [Name in keyof typeof responseFunctionToolCallItemShape]: (typeof responseFunctionToolCallItemShape)[Name];
};
/** A function call as a list holds it. */
export const responseFunctionToolCallItemSchema: z.ZodObject<ResponseFunctionToolCallItemShape, z.core.$loose> =
  z.looseObject(responseFunctionToolCallItemShape);
export type ResponseFunctionToolCallItem = z.infer<typeof responseFunctionToolCallItemSchema>;

const functionCallOutputShape = {
  type: z.literal('function_call_output'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** Call that this answers. The official types let it be absent where the name says enough. */
  call_id: z.string().nullish(),
  /** What the model is told: a text, or parts with images and files. */
  output: toolOutputSchema,
  /** The function that was called. */
  name: z.string().nullish(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().nullish(),
  /** Who calls: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** Changes nothing: an output is whole. */
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
  /** The call that this answers. */
  call_id: z.string().optional(),
  /** As the client sent it. */
  output: toolOutputSchema,
  status: itemStatusSchema,
  /** The function that was called. */
  name: z.string().optional(),
  /** The namespace tool that the function was offered in. */
  namespace: z.string().optional(),
  /** Who calls: the model, or a program that it wrote. Absent: the model. */
  caller: callerSchema.nullish(),
  /** The entity that made the item, on servers that tell. */
  created_by: z.string().optional(),
};
export type ResponseFunctionToolCallOutputItemShape = {
  [
    Name in keyof typeof responseFunctionToolCallOutputItemShape
  ]: (typeof responseFunctionToolCallOutputItemShape)[Name];
};
/** What the function gave back, as a response or a list holds it. */
export const responseFunctionToolCallOutputItemSchema: z.ZodObject<
  ResponseFunctionToolCallOutputItemShape,
  z.core.$loose
> = z.looseObject(responseFunctionToolCallOutputItemShape);
export type ResponseFunctionToolCallOutputItem = z.infer<typeof responseFunctionToolCallOutputItemSchema>;
