import * as z from 'zod';
import { annotationSchema } from '../response/annotations.js';
import { streamLogprobSchema } from '../response/logprobs.js';
import { contentPositionShape, indexSchema } from './event-base.js';

const responseTextDeltaEventShape = {
  type: z.literal('response.output_text.delta'),
  /** What comes next. Texts are joined without anything between them. */
  delta: z.string(),
  /** One entry a token of the delta; empty when none were asked for. */
  logprobs: z.array(streamLogprobSchema),
  ...contentPositionShape,
};
export type ResponseTextDeltaEventShape = {
  [Name in keyof typeof responseTextDeltaEventShape]: (typeof responseTextDeltaEventShape)[Name];
};
/** A piece of text. */
export const responseTextDeltaEventSchema: z.ZodObject<ResponseTextDeltaEventShape, z.core.$loose> =
  z.looseObject(responseTextDeltaEventShape);
export type ResponseTextDeltaEvent = z.infer<typeof responseTextDeltaEventSchema>;

const responseTextDoneEventShape = {
  type: z.literal('response.output_text.done'),
  /** All deltas together. */
  text: z.string(),
  /** One entry a token; empty when none were asked for. */
  logprobs: z.array(streamLogprobSchema),
  ...contentPositionShape,
};
export type ResponseTextDoneEventShape = {
  [Name in keyof typeof responseTextDoneEventShape]: (typeof responseTextDoneEventShape)[Name];
};
/** A text is whole. */
export const responseTextDoneEventSchema: z.ZodObject<ResponseTextDoneEventShape, z.core.$loose> =
  z.looseObject(responseTextDoneEventShape);
export type ResponseTextDoneEvent = z.infer<typeof responseTextDoneEventSchema>;

/** A piece of a refusal. */
export const responseRefusalDeltaEventSchema = z.looseObject({
  type: z.literal('response.refusal.delta'),
  delta: z.string(),
  ...contentPositionShape,
});
export type ResponseRefusalDeltaEvent = z.infer<typeof responseRefusalDeltaEventSchema>;

/** A refusal is whole. */
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
  /** Its place in `annotations` of the part, from 0. */
  annotation_index: indexSchema,
  ...contentPositionShape,
};
export type ResponseOutputTextAnnotationAddedEventShape = {
  [
    Name in keyof typeof responseOutputTextAnnotationAddedEventShape
  ]: (typeof responseOutputTextAnnotationAddedEventShape)[Name];
};
/** A text has one source more. */
export const responseOutputTextAnnotationAddedEventSchema: z.ZodObject<
  ResponseOutputTextAnnotationAddedEventShape,
  z.core.$loose
> = z.looseObject(responseOutputTextAnnotationAddedEventShape);
export type ResponseOutputTextAnnotationAddedEvent = z.infer<typeof responseOutputTextAnnotationAddedEventSchema>;
