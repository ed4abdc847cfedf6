// Encodes a failure as events of the responses API.
import type { EngineError } from '@org/engine';
import type { Response } from '@org/protocol/responses';
import { encodeErrorObject, withRetryDelay } from './encode-error.js';
import type { SentEvent } from './sent-event.js';

/** Builds an error event with flat fields for some clients and the nested object for others. */
export function errorEvent(error: EngineError, number: number): SentEvent {
  const encoded = encodeErrorObject(error);
  const object = { ...encoded, message: withRetryDelay(error, encoded.message) };
  const { code, message, param } = object;
  return { type: 'error', sequence_number: number, code, message, param, error: object };
}

/**
 * Events that end a failed response. On a dedicated stream an `error` event comes first: clients throw on it but
 * treat `response.failed` as any other end. On a connection either event ends the response for its client, so the
 * service sends only one. A cancelled response has not failed. See
 * docs/decisions/write-stream-events-as-real-clients-read-them.md
 */
export function failureEvents(
  error: EngineError,
  response: Response,
  { number, endsStream }: { readonly number: number; readonly endsStream: boolean },
): SentEvent[] {
  const errorEvents = endsStream && error.code !== 'cancelled' ? [errorEvent(error, number)] : [];
  return [...errorEvents, { type: 'response.failed', sequence_number: number + errorEvents.length, response }];
}
