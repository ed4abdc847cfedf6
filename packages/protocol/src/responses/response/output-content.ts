// Content that comes from the model.
import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';
import { annotationSchema } from './annotations.js';
import { logprobSchema } from './logprobs.js';

const responseOutputTextShape = {
  type: z.literal('output_text'),
  /** Whole: the deltas of a stream put together. */
  text: z.string(),
  /** The sources of the text, at their places in it. Empty when there are none. */
  annotations: z.array(annotationSchema),
  /** One entry a token, when `include` asked for `message.output_text.logprobs`; otherwise absent or empty. */
  logprobs: z.array(logprobSchema).optional(),
};
export type ResponseOutputTextShape = {
  [Name in keyof typeof responseOutputTextShape]: (typeof responseOutputTextShape)[Name];
};
/** Text that the model wrote. */
export const responseOutputTextSchema: z.ZodObject<ResponseOutputTextShape, z.core.$loose> =
  z.looseObject(responseOutputTextShape);
export type ResponseOutputText = z.infer<typeof responseOutputTextSchema>;

const replayedOutputTextShape = {
  ...responseOutputTextShape,
  /** May be left out; the model does not see them. */
  annotations: z.array(annotationSchema).nullish(),
  /** May be left out; the model does not see them. */
  logprobs: z.array(logprobSchema).nullish(),
};
export type ReplayedOutputTextShape = {
  [Name in keyof typeof replayedOutputTextShape]: (typeof replayedOutputTextShape)[Name];
};
/** Output text as clients send it back: several drop `annotations`. */
export const replayedOutputTextSchema: z.ZodObject<ReplayedOutputTextShape, z.core.$loose> =
  z.looseObject(replayedOutputTextShape);
export type ReplayedOutputText = z.infer<typeof replayedOutputTextSchema>;

/** The model declines, in its own words. */
export const responseOutputRefusalSchema = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });
export type ResponseOutputRefusal = z.infer<typeof responseOutputRefusalSchema>;

/** Reasoning as the model wrote it. */
export const reasoningTextSchema = z.looseObject({ type: z.literal('reasoning_text'), text: z.string() });
export type ReasoningText = z.infer<typeof reasoningTextSchema>;

/** A paragraph of a reasoning summary. */
export const summaryTextSchema = z.looseObject({ type: z.literal('summary_text'), text: z.string() });
export type SummaryText = z.infer<typeof summaryTextSchema>;

/** A part of the model's own wording. */
export const reasoningContentSchema = openUnion([reasoningTextSchema]);
export type ReasoningContent = z.infer<typeof reasoningContentSchema>;

/** A part of a reasoning summary. */
export const reasoningSummarySchema = openUnion([summaryTextSchema]);
export type ReasoningSummary = z.infer<typeof reasoningSummarySchema>;

const outputContents = openUnion([responseOutputTextSchema, responseOutputRefusalSchema]);
/** A part of an assistant message. */
export type ResponseOutputContent = Named<z.infer<typeof outputContents>>;
/** A content part of an output message. */
export const responseOutputContentSchema: z.ZodType<ResponseOutputContent> = outputContents;
