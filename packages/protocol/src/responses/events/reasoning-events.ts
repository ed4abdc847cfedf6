import * as z from 'zod';
import { summaryTextSchema } from '../response/output-content.js';
import { contentPlace, indexSchema, itemPlace } from './event-base.js';

const summaryPlace = { ...itemPlace, summary_index: indexSchema };

export const responseReasoningSummaryPartAddedEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_part.added'),
  part: summaryTextSchema,
  ...summaryPlace,
});
export type ResponseReasoningSummaryPartAddedEvent = z.infer<typeof responseReasoningSummaryPartAddedEventSchema>;

const responseReasoningSummaryPartDoneEventShape = {
  type: z.literal('response.reasoning_summary_part.done'),
  part: summaryTextSchema,
  /** There when the part was cut short. */
  status: z.literal('incomplete').optional(),
  ...summaryPlace,
};
export type ResponseReasoningSummaryPartDoneEventShape = {
  [Name in keyof typeof responseReasoningSummaryPartDoneEventShape]: (typeof responseReasoningSummaryPartDoneEventShape)[Name];
};
export const responseReasoningSummaryPartDoneEventSchema: z.ZodObject<ResponseReasoningSummaryPartDoneEventShape, z.core.$loose> =
  z.looseObject(responseReasoningSummaryPartDoneEventShape);
export type ResponseReasoningSummaryPartDoneEvent = z.infer<typeof responseReasoningSummaryPartDoneEventSchema>;

export const responseReasoningSummaryTextDeltaEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_text.delta'),
  delta: z.string(),
  ...summaryPlace,
});
export type ResponseReasoningSummaryTextDeltaEvent = z.infer<typeof responseReasoningSummaryTextDeltaEventSchema>;

export const responseReasoningSummaryTextDoneEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_text.done'),
  text: z.string(),
  ...summaryPlace,
});
export type ResponseReasoningSummaryTextDoneEvent = z.infer<typeof responseReasoningSummaryTextDoneEventSchema>;

export const responseReasoningTextDeltaEventSchema = z.looseObject({
  type: z.literal('response.reasoning_text.delta'),
  delta: z.string(),
  ...contentPlace,
});
export type ResponseReasoningTextDeltaEvent = z.infer<typeof responseReasoningTextDeltaEventSchema>;

export const responseReasoningTextDoneEventSchema = z.looseObject({
  type: z.literal('response.reasoning_text.done'),
  text: z.string(),
  ...contentPlace,
});
export type ResponseReasoningTextDoneEvent = z.infer<typeof responseReasoningTextDoneEventSchema>;
