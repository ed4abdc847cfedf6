import { z } from 'zod';
import { annotationSchema } from '../annotations.js';
import { streamLogprobSchema } from '../logprobs.js';
import { contentPlace, indexSchema } from './event-base.js';

export const responseTextDeltaEventSchema = z.looseObject({
  type: z.literal('response.output_text.delta'),
  delta: z.string(),
  /** One entry a token of the delta; empty when none were asked for. */
  logprobs: z.array(streamLogprobSchema),
  ...contentPlace,
});
export type ResponseTextDeltaEvent = z.infer<typeof responseTextDeltaEventSchema>;

export const responseTextDoneEventSchema = z.looseObject({
  type: z.literal('response.output_text.done'),
  text: z.string(),
  logprobs: z.array(streamLogprobSchema),
  ...contentPlace,
});
export type ResponseTextDoneEvent = z.infer<typeof responseTextDoneEventSchema>;

export const responseRefusalDeltaEventSchema = z.looseObject({
  type: z.literal('response.refusal.delta'),
  delta: z.string(),
  ...contentPlace,
});
export type ResponseRefusalDeltaEvent = z.infer<typeof responseRefusalDeltaEventSchema>;

export const responseRefusalDoneEventSchema = z.looseObject({
  type: z.literal('response.refusal.done'),
  refusal: z.string(),
  ...contentPlace,
});
export type ResponseRefusalDoneEvent = z.infer<typeof responseRefusalDoneEventSchema>;

export const responseOutputTextAnnotationAddedEventSchema = z.looseObject({
  type: z.literal('response.output_text.annotation.added'),
  annotation: annotationSchema.nullable(),
  annotation_index: indexSchema,
  ...contentPlace,
});
export type ResponseOutputTextAnnotationAddedEvent = z.infer<typeof responseOutputTextAnnotationAddedEventSchema>;
