// Spoken answers. They belong to the response as a whole and to no item.
import * as z from 'zod';
import { sequenceNumberSchema } from './event-base.js';

/** `delta` is base64. */
export const responseAudioDeltaEventSchema = z.looseObject({
  type: z.literal('response.audio.delta'),
  delta: z.string(),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioDeltaEvent = z.infer<typeof responseAudioDeltaEventSchema>;

/** The sound is whole. */
export const responseAudioDoneEventSchema = z.looseObject({
  type: z.literal('response.audio.done'),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioDoneEvent = z.infer<typeof responseAudioDoneEventSchema>;

/** A piece of the text that is spoken. */
export const responseAudioTranscriptDeltaEventSchema = z.looseObject({
  type: z.literal('response.audio.transcript.delta'),
  delta: z.string(),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioTranscriptDeltaEvent = z.infer<typeof responseAudioTranscriptDeltaEventSchema>;

/** The spoken text is whole. */
export const responseAudioTranscriptDoneEventSchema = z.looseObject({
  type: z.literal('response.audio.transcript.done'),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioTranscriptDoneEvent = z.infer<typeof responseAudioTranscriptDoneEventSchema>;
