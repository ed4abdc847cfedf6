// Audio output. It belongs to the response itself and to no item.
import * as z from 'zod';
import { sequenceNumberSchema } from './event-base.js';

/** `delta` is base64. */
export const responseAudioDeltaEventSchema = z.looseObject({
  type: z.literal('response.audio.delta'),
  delta: z.string(),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioDeltaEvent = z.infer<typeof responseAudioDeltaEventSchema>;

/** The audio is complete. */
export const responseAudioDoneEventSchema = z.looseObject({
  type: z.literal('response.audio.done'),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioDoneEvent = z.infer<typeof responseAudioDoneEventSchema>;

/** A delta of the audio transcript. */
export const responseAudioTranscriptDeltaEventSchema = z.looseObject({
  type: z.literal('response.audio.transcript.delta'),
  delta: z.string(),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioTranscriptDeltaEvent = z.infer<typeof responseAudioTranscriptDeltaEventSchema>;

/** The audio transcript is complete. */
export const responseAudioTranscriptDoneEventSchema = z.looseObject({
  type: z.literal('response.audio.transcript.done'),
  sequence_number: sequenceNumberSchema,
});
export type ResponseAudioTranscriptDoneEvent = z.infer<typeof responseAudioTranscriptDoneEventSchema>;
