// How a failure is told on the wire of responses.
import type { EngineError } from '@org/engine';
import type { Response } from '@org/protocol/responses';
import { encodeErrorObject } from './encode-error.js';
import type { SentEvent } from './sent-event.js';

/** Flat fields for one reading of this wire, the nested object for the other. */
export function errorEvent(error: EngineError, number: number): SentEvent {
  const object = encodeErrorObject(error);
  const { code, message, param } = object;
  return { type: 'error', sequence_number: number, code, message, param, error: object };
}

/**
 * What ends a response that could not go on. On a stream of its own an `error` event comes first: clients throw at it that would take
 * `response.failed` for any other end. On a connection either of them ends a response for its client, so there is one only. A response that
 * was cancelled has not failed. See docs/decisions/send-an-error-event-before-response-failed.md
 */
export function failureEvents(
  error: EngineError,
  response: Response,
  { number, endsStream }: { readonly number: number; readonly endsStream: boolean },
): SentEvent[] {
  const errorEvents = endsStream && error.code !== 'cancelled' ? [errorEvent(error, number)] : [];
  return [...errorEvents, { type: 'response.failed', sequence_number: number + errorEvents.length, response }];
}
