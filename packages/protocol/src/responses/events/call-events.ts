// What a model writes to call functions, custom tools and MCP tools.
import * as z from 'zod';
import { itemPositionShape } from './event-base.js';

/** A delta of the arguments of a function call. All deltas together form one JSON object. */
export const responseFunctionCallArgumentsDeltaEventSchema = z.looseObject({
  type: z.literal('response.function_call_arguments.delta'),
  delta: z.string(),
  ...itemPositionShape,
});
export type ResponseFunctionCallArgumentsDeltaEvent = z.infer<typeof responseFunctionCallArgumentsDeltaEventSchema>;

/** The arguments of a function call are complete. */
export const responseFunctionCallArgumentsDoneEventSchema = z.looseObject({
  type: z.literal('response.function_call_arguments.done'),
  arguments: z.string(),
  ...itemPositionShape,
});
export type ResponseFunctionCallArgumentsDoneEvent = z.infer<typeof responseFunctionCallArgumentsDoneEventSchema>;

/** A delta of the input of a custom tool: free text. */
export const responseCustomToolCallInputDeltaEventSchema = z.looseObject({
  type: z.literal('response.custom_tool_call_input.delta'),
  delta: z.string(),
  ...itemPositionShape,
});
export type ResponseCustomToolCallInputDeltaEvent = z.infer<typeof responseCustomToolCallInputDeltaEventSchema>;

/** The input of a custom tool is complete. */
export const responseCustomToolCallInputDoneEventSchema = z.looseObject({
  type: z.literal('response.custom_tool_call_input.done'),
  input: z.string(),
  ...itemPositionShape,
});
export type ResponseCustomToolCallInputDoneEvent = z.infer<typeof responseCustomToolCallInputDoneEventSchema>;

/** A delta of the arguments of an MCP tool call. */
export const responseMcpCallArgumentsDeltaEventSchema = z.looseObject({
  type: z.literal('response.mcp_call_arguments.delta'),
  delta: z.string(),
  ...itemPositionShape,
});
export type ResponseMcpCallArgumentsDeltaEvent = z.infer<typeof responseMcpCallArgumentsDeltaEventSchema>;

/** The arguments of an MCP tool call are complete. */
export const responseMcpCallArgumentsDoneEventSchema = z.looseObject({
  type: z.literal('response.mcp_call_arguments.done'),
  arguments: z.string(),
  ...itemPositionShape,
});
export type ResponseMcpCallArgumentsDoneEvent = z.infer<typeof responseMcpCallArgumentsDoneEventSchema>;
