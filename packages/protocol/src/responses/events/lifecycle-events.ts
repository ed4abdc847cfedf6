import * as z from 'zod';
import { errorObjectSchema } from '../errors/errors.js';
import { responseSchema } from '../response/response.js';
import { sequenceNumberSchema } from './event-base.js';

function lifecycleEvent<const Type extends string>(type: Type) {
  return z.looseObject({ type: z.literal(type), response: responseSchema, sequence_number: sequenceNumberSchema });
}

/** The first event. */
export const responseCreatedEventSchema = lifecycleEvent('response.created');
export type ResponseCreatedEvent = z.infer<typeof responseCreatedEventSchema>;

/** A background response waits for its turn. */
export const responseQueuedEventSchema = lifecycleEvent('response.queued');
export type ResponseQueuedEvent = z.infer<typeof responseQueuedEventSchema>;

/** Generation has started. */
export const responseInProgressEventSchema = lifecycleEvent('response.in_progress');
export type ResponseInProgressEvent = z.infer<typeof responseInProgressEventSchema>;

/** The last event of a complete response. */
export const responseCompletedEventSchema = lifecycleEvent('response.completed');
export type ResponseCompletedEvent = z.infer<typeof responseCompletedEventSchema>;

/** The last event of a truncated response; `incomplete_details` contains the reason. */
export const responseIncompleteEventSchema = lifecycleEvent('response.incomplete');
export type ResponseIncompleteEvent = z.infer<typeof responseIncompleteEventSchema>;

/**
 * The last event of a failed response; `error` contains the reason. Where the stream ends with it, an `error` event
 * precedes it.
 */
export const responseFailedEventSchema = lifecycleEvent('response.failed');
export type ResponseFailedEvent = z.infer<typeof responseFailedEventSchema>;

const responseErrorEventShape = {
  type: z.literal('error'),
  /** The exact kind of error, or null. */
  code: z.string().nullable(),
  message: z.string(),
  /** Path of the field at fault, or null. */
  param: z.string().nullable(),
  /** Position of the event in its stream, from 0 without a gap. */
  sequence_number: sequenceNumberSchema,
  /** The same again, as error bodies have it. */
  error: errorObjectSchema.optional(),
};
export type ResponseErrorEventShape = {
  [Name in keyof typeof responseErrorEventShape]: (typeof responseErrorEventShape)[Name];
};
/**
 * Ends a stream that cannot continue. If a response had started, `response.failed` follows. The nested `error`
 * repeats the flat fields for other readers.
 */
export const responseErrorEventSchema: z.ZodObject<ResponseErrorEventShape, z.core.$loose> =
  z.looseObject(responseErrorEventShape);
export type ResponseErrorEvent = z.infer<typeof responseErrorEventSchema>;

/**
 * Shows that the service still works on the response. It can be anywhere after `response.created`, and a
 * replay omits it: it belongs to the stream, not to the response. It repeats the number of the event before it; other
 * servers number it, or do not.
 */
export const responseKeepAliveEventSchema = z.looseObject({
  type: z.literal('keepalive'),
  sequence_number: sequenceNumberSchema.optional(),
});
export type ResponseKeepAliveEvent = z.infer<typeof responseKeepAliveEventSchema>;
