import { ApiError, StreamError } from '../api-error.js';

export const noEvent = 'The service sent data that is not an event.';

/** The event that the service sent. Throws ApiError with these headers for one that reports an error, and StreamError for what is no event. */
export function eventOf(value: unknown, headers: Headers): { readonly type: string } {
  const error = errorIn(value, headers);
  if (error !== undefined) throw error;
  if (!hasType(value)) throw new StreamError(noEvent);
  return value;
}

/** What an event reports: an `error` event, or what llama.cpp and others send in its place, an error without a type. */
export function errorIn(value: unknown, headers: Headers): ApiError | undefined {
  return isError(value) ? new ApiError(statusOf(value), headers, value) : undefined;
}

/** Whether the response that failed may follow the error that this reports: on the responses wire, whose events have numbers. */
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

/** The status that the event names; most name none. */
function statusOf({ status }: ErrorEvent): number | undefined {
  return typeof status === 'number' ? status : undefined;
}
