// Progress of hosted tools, and their intermediate output.
import * as z from 'zod';
import { indexSchema, itemPositionShape, progressEvent } from './event-base.js';

/** Code execution has started. */
export const responseCodeInterpreterCallInProgressEventSchema = progressEvent(
  'response.code_interpreter_call.in_progress',
);
export type ResponseCodeInterpreterCallInProgressEvent = z.infer<
  typeof responseCodeInterpreterCallInProgressEventSchema
>;
/** A run of code runs its code. */
export const responseCodeInterpreterCallInterpretingEventSchema = progressEvent(
  'response.code_interpreter_call.interpreting',
);
export type ResponseCodeInterpreterCallInterpretingEvent = z.infer<
  typeof responseCodeInterpreterCallInterpretingEventSchema
>;
/** A run of code is done. */
export const responseCodeInterpreterCallCompletedEventSchema = progressEvent(
  'response.code_interpreter_call.completed',
);
export type ResponseCodeInterpreterCallCompletedEvent = z.infer<typeof responseCodeInterpreterCallCompletedEventSchema>;

/** A file search has started. */
export const responseFileSearchCallInProgressEventSchema = progressEvent('response.file_search_call.in_progress');
export type ResponseFileSearchCallInProgressEvent = z.infer<typeof responseFileSearchCallInProgressEventSchema>;
/** A file search is running. */
export const responseFileSearchCallSearchingEventSchema = progressEvent('response.file_search_call.searching');
export type ResponseFileSearchCallSearchingEvent = z.infer<typeof responseFileSearchCallSearchingEventSchema>;
/** A search of files is done. */
export const responseFileSearchCallCompletedEventSchema = progressEvent('response.file_search_call.completed');
export type ResponseFileSearchCallCompletedEvent = z.infer<typeof responseFileSearchCallCompletedEventSchema>;

/** A web search has started. */
export const responseWebSearchCallInProgressEventSchema = progressEvent('response.web_search_call.in_progress');
export type ResponseWebSearchCallInProgressEvent = z.infer<typeof responseWebSearchCallInProgressEventSchema>;
/** A web search is running. */
export const responseWebSearchCallSearchingEventSchema = progressEvent('response.web_search_call.searching');
export type ResponseWebSearchCallSearchingEvent = z.infer<typeof responseWebSearchCallSearchingEventSchema>;
/** A search of the web is done. */
export const responseWebSearchCallCompletedEventSchema = progressEvent('response.web_search_call.completed');
export type ResponseWebSearchCallCompletedEvent = z.infer<typeof responseWebSearchCallCompletedEventSchema>;

/** Image generation has started. */
export const responseImageGenCallInProgressEventSchema = progressEvent('response.image_generation_call.in_progress');
export type ResponseImageGenCallInProgressEvent = z.infer<typeof responseImageGenCallInProgressEventSchema>;
/** Image generation is running. */
export const responseImageGenCallGeneratingEventSchema = progressEvent('response.image_generation_call.generating');
export type ResponseImageGenCallGeneratingEvent = z.infer<typeof responseImageGenCallGeneratingEventSchema>;
/** The making of an image is done. */
export const responseImageGenCallCompletedEventSchema = progressEvent('response.image_generation_call.completed');
export type ResponseImageGenCallCompletedEvent = z.infer<typeof responseImageGenCallCompletedEventSchema>;

/** An MCP tool call has started. */
export const responseMcpCallInProgressEventSchema = progressEvent('response.mcp_call.in_progress');
export type ResponseMcpCallInProgressEvent = z.infer<typeof responseMcpCallInProgressEventSchema>;
/** A call of an MCP tool is done. */
export const responseMcpCallCompletedEventSchema = progressEvent('response.mcp_call.completed');
export type ResponseMcpCallCompletedEvent = z.infer<typeof responseMcpCallCompletedEventSchema>;
/** A call of an MCP tool has failed. */
export const responseMcpCallFailedEventSchema = progressEvent('response.mcp_call.failed');
export type ResponseMcpCallFailedEvent = z.infer<typeof responseMcpCallFailedEventSchema>;

/** Listing the tools of an MCP server has started. */
export const responseMcpListToolsInProgressEventSchema = progressEvent('response.mcp_list_tools.in_progress');
export type ResponseMcpListToolsInProgressEvent = z.infer<typeof responseMcpListToolsInProgressEventSchema>;
/** The listing of a server's tools is done. */
export const responseMcpListToolsCompletedEventSchema = progressEvent('response.mcp_list_tools.completed');
export type ResponseMcpListToolsCompletedEvent = z.infer<typeof responseMcpListToolsCompletedEventSchema>;
/** The listing of a server's tools has failed. */
export const responseMcpListToolsFailedEventSchema = progressEvent('response.mcp_list_tools.failed');
export type ResponseMcpListToolsFailedEvent = z.infer<typeof responseMcpListToolsFailedEventSchema>;

/** The conversation is being made small. */
export const responseCompactionCompactingEventSchema = progressEvent('response.compaction.compacting');
export type ResponseCompactionCompactingEvent = z.infer<typeof responseCompactionCompactingEventSchema>;

/** A delta of the code. */
export const responseCodeInterpreterCallCodeDeltaEventSchema = z.looseObject({
  type: z.literal('response.code_interpreter_call_code.delta'),
  delta: z.string(),
  ...itemPositionShape,
});
export type ResponseCodeInterpreterCallCodeDeltaEvent = z.infer<typeof responseCodeInterpreterCallCodeDeltaEventSchema>;

/** The code is complete. */
export const responseCodeInterpreterCallCodeDoneEventSchema = z.looseObject({
  type: z.literal('response.code_interpreter_call_code.done'),
  code: z.string(),
  ...itemPositionShape,
});
export type ResponseCodeInterpreterCallCodeDoneEvent = z.infer<typeof responseCodeInterpreterCallCodeDoneEventSchema>;

const responseImageGenCallPartialImageEventShape = {
  type: z.literal('response.image_generation_call.partial_image'),
  /** PNG, or the format set by `output_format`, in base64. */
  partial_image_b64: z.string(),
  /** Which of the unfinished images it is, from 0. */
  partial_image_index: indexSchema,
  background: z.string().optional(),
  output_format: z.string().optional(),
  quality: z.string().optional(),
  size: z.string().optional(),
  ...itemPositionShape,
};
export type ResponseImageGenCallPartialImageEventShape = {
  [
    Name in keyof typeof responseImageGenCallPartialImageEventShape
  ]: (typeof responseImageGenCallPartialImageEventShape)[Name];
};
/** An image that is not finished yet, in base64. */
export const responseImageGenCallPartialImageEventSchema: z.ZodObject<
  ResponseImageGenCallPartialImageEventShape,
  z.core.$loose
> = z.looseObject(responseImageGenCallPartialImageEventShape);
export type ResponseImageGenCallPartialImageEvent = z.infer<typeof responseImageGenCallPartialImageEventSchema>;
