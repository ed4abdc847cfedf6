// What a client of the responses dialect should accept from any server: `readForm` of what a server should send.
import type { z } from 'zod';
import { readForm, type ReadForm } from '../schema/read-form.js';
import { responseStreamEventSchema, type ResponseStreamEvent } from './events/stream-event.js';
import type { ResponseOutputItem } from './items/output-item.js';
import { responseSchema, type Response } from './response/response.js';

/**
 * Members that every reader of the dialect requires. Servers omit or null the others, including ids and indices of
 * items.
 */
export const responseNeeds = {
  response: ['id'],
  function_call: ['call_id', 'name'],
  custom_tool_call: ['call_id', 'name'],
  output_text: ['text'],
  refusal: ['refusal'],
  reasoning_text: ['text'],
  summary_text: ['text'],
  'response.created': ['response'],
  'response.queued': ['response'],
  'response.in_progress': ['response'],
  'response.completed': ['response'],
  'response.incomplete': ['response'],
  'response.failed': ['response'],
  'response.output_item.added': ['item'],
  'response.output_item.done': ['item'],
  'response.content_part.added': ['part'],
  'response.content_part.done': ['part'],
  'response.output_text.delta': ['delta'],
  'response.output_text.done': ['text'],
  'response.refusal.delta': ['delta'],
  'response.refusal.done': ['refusal'],
  'response.reasoning_text.delta': ['delta'],
  'response.reasoning_text.done': ['text'],
  'response.reasoning_summary_part.added': ['part'],
  'response.reasoning_summary_part.done': ['part'],
  'response.reasoning_summary_text.delta': ['delta'],
  'response.reasoning_summary_text.done': ['text'],
  'response.function_call_arguments.delta': ['delta'],
  'response.function_call_arguments.done': ['arguments'],
  'response.custom_tool_call_input.delta': ['delta'],
  'response.custom_tool_call_input.done': ['input'],
} as const;

/** A response as any server may send it. */
export type ReadResponse = ReadForm<Response, typeof responseNeeds>;
/** A response as a client reads it. */
export const readResponseSchema: z.ZodType<ReadResponse> = readForm(responseSchema, responseNeeds);

/** An item of its output. */
export type ReadResponseOutputItem = ReadForm<ResponseOutputItem, typeof responseNeeds>;

/** An event as any server may send it. */
export type ReadResponseStreamEvent = ReadForm<ResponseStreamEvent, typeof responseNeeds>;
/** A stream event as a client reads it. */
export const readResponseStreamEventSchema: z.ZodType<ReadResponseStreamEvent> = readForm(
  responseStreamEventSchema,
  responseNeeds,
);
