import * as z from 'zod';
import { summaryTextSchema } from '../response/output-content.js';
import { contentPositionShape, indexSchema, itemPositionShape } from './event-base.js';

const summaryPositionShape = { ...itemPositionShape, summary_index: indexSchema };

/** A part of a reasoning summary starts, empty. `summary_index` is its index in `summary`, from 0. */
export const responseReasoningSummaryPartAddedEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_part.added'),
  part: summaryTextSchema,
  ...summaryPositionShape,
});
export type ResponseReasoningSummaryPartAddedEvent = z.infer<typeof responseReasoningSummaryPartAddedEventSchema>;

const responseReasoningSummaryPartDoneEventShape = {
  type: z.literal('response.reasoning_summary_part.done'),
  /** The part with its complete text. */
  part: summaryTextSchema,
  /** Present when the part was truncated. */
  status: z.literal('incomplete').optional(),
  ...summaryPositionShape,
};
export type ResponseReasoningSummaryPartDoneEventShape = {
  [
    Name in keyof typeof responseReasoningSummaryPartDoneEventShape
  ]: (typeof responseReasoningSummaryPartDoneEventShape)[Name];
};
/** A part of a reasoning summary is complete. */
export const responseReasoningSummaryPartDoneEventSchema: z.ZodObject<
  ResponseReasoningSummaryPartDoneEventShape,
  z.core.$loose
> = z.looseObject(responseReasoningSummaryPartDoneEventShape);
export type ResponseReasoningSummaryPartDoneEvent = z.infer<typeof responseReasoningSummaryPartDoneEventSchema>;

/** A delta of a reasoning summary. */
export const responseReasoningSummaryTextDeltaEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_text.delta'),
  delta: z.string(),
  ...summaryPositionShape,
});
export type ResponseReasoningSummaryTextDeltaEvent = z.infer<typeof responseReasoningSummaryTextDeltaEventSchema>;

/** The text of a part of a reasoning summary is complete. */
export const responseReasoningSummaryTextDoneEventSchema = z.looseObject({
  type: z.literal('response.reasoning_summary_text.done'),
  text: z.string(),
  ...summaryPositionShape,
});
export type ResponseReasoningSummaryTextDoneEvent = z.infer<typeof responseReasoningSummaryTextDoneEventSchema>;

/** A delta of the model's raw reasoning text. */
export const responseReasoningTextDeltaEventSchema = z.looseObject({
  type: z.literal('response.reasoning_text.delta'),
  delta: z.string(),
  ...contentPositionShape,
});
export type ResponseReasoningTextDeltaEvent = z.infer<typeof responseReasoningTextDeltaEventSchema>;

/** A part of the model's raw reasoning text is complete. */
export const responseReasoningTextDoneEventSchema = z.looseObject({
  type: z.literal('response.reasoning_text.done'),
  text: z.string(),
  ...contentPositionShape,
});
export type ResponseReasoningTextDoneEvent = z.infer<typeof responseReasoningTextDoneEventSchema>;
