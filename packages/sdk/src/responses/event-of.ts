import { ApiError, StreamError } from '../api-error.js';

export const noEvent = 'The service sent data that is not an event.';

/**
 * Validates an event from the service. Throws ApiError with these headers for an error event, and StreamError for a
 * value that is not an event.
 */
export function eventOf(value: unknown, headers: Headers): { readonly type: string } {
  const error = errorIn(value, headers);
  if (error !== undefined) throw error;
  if (!hasType(value)) throw new StreamError(noEvent);
  return value;
}

/** The error of an event: an `error` event, or the typeless error that llama.cpp and others send instead. */
export function errorIn(value: unknown, headers: Headers): ApiError | undefined {
  return isError(value) ? new ApiError(statusOf(value), headers, value) : undefined;
}

/** Whether the failed response may follow this error: true in the responses API, whose events are numbered. */
export function announcesFailure(value: unknown): boolean {
  return isError(value) && 'sequence_number' in value;
}

function hasType(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

interface ErrorEvent {
  readonly status?: unknown;
}

function isError(event: unknown): event is ErrorEvent {
  if (typeof event !== 'object' || event === null) return false;
  return 'type' in event ? event.type === 'error' : 'error' in event;
}

/** The status of the event; most events have none. */
function statusOf({ status }: ErrorEvent): number | undefined {
  return typeof status === 'number' ? status : undefined;
}
