import * as z from 'zod';
import { annotationSchema } from '../response/annotations.js';
import { streamLogprobSchema } from '../response/logprobs.js';
import { contentPositionShape, indexSchema } from './event-base.js';

const responseTextDeltaEventShape = {
  type: z.literal('response.output_text.delta'),
  /** Text to append, without separators. */
  delta: z.string(),
  /** One entry per token of the delta; empty when the request did not ask for any. */
  logprobs: z.array(streamLogprobSchema),
  ...contentPositionShape,
};
export type ResponseTextDeltaEventShape = {
  [Name in keyof typeof responseTextDeltaEventShape]: (typeof responseTextDeltaEventShape)[Name];
};
/** A text delta. */
export const responseTextDeltaEventSchema: z.ZodObject<ResponseTextDeltaEventShape, z.core.$loose> =
  z.looseObject(responseTextDeltaEventShape);
export type ResponseTextDeltaEvent = z.infer<typeof responseTextDeltaEventSchema>;

const responseTextDoneEventShape = {
  type: z.literal('response.output_text.done'),
  /** All deltas together. */
  text: z.string(),
  /** One entry per token; empty when the request did not ask for any. */
  logprobs: z.array(streamLogprobSchema),
  ...contentPositionShape,
};
export type ResponseTextDoneEventShape = {
  [Name in keyof typeof responseTextDoneEventShape]: (typeof responseTextDoneEventShape)[Name];
};
/** A text is complete. */
export const responseTextDoneEventSchema: z.ZodObject<ResponseTextDoneEventShape, z.core.$loose> =
  z.looseObject(responseTextDoneEventShape);
export type ResponseTextDoneEvent = z.infer<typeof responseTextDoneEventSchema>;

/** A delta of a refusal. */
export const responseRefusalDeltaEventSchema = z.looseObject({
  type: z.literal('response.refusal.delta'),
  delta: z.string(),
  ...contentPositionShape,
});
export type ResponseRefusalDeltaEvent = z.infer<typeof responseRefusalDeltaEventSchema>;

/** A refusal is complete. */
export const responseRefusalDoneEventSchema = z.looseObject({
  type: z.literal('response.refusal.done'),
  refusal: z.string(),
  ...contentPositionShape,
});
export type ResponseRefusalDoneEvent = z.infer<typeof responseRefusalDoneEventSchema>;

const responseOutputTextAnnotationAddedEventShape = {
  type: z.literal('response.output_text.annotation.added'),
  /** A source of the text. */
  annotation: annotationSchema.nullable(),
  /** Index in `annotations` of the part, from 0. */
  annotation_index: indexSchema,
  ...contentPositionShape,
};
export type ResponseOutputTextAnnotationAddedEventShape = {
  [
    Name in keyof typeof responseOutputTextAnnotationAddedEventShape
  ]: (typeof responseOutputTextAnnotationAddedEventShape)[Name];
};
/** A text has an additional annotation. */
export const responseOutputTextAnnotationAddedEventSchema: z.ZodObject<
  ResponseOutputTextAnnotationAddedEventShape,
  z.core.$loose
> = z.looseObject(responseOutputTextAnnotationAddedEventShape);
export type ResponseOutputTextAnnotationAddedEvent = z.infer<typeof responseOutputTextAnnotationAddedEventSchema>;
