import type { ResponseKeepAliveEvent } from '@org/protocol/responses';

/**
 * A keep-alive after the event with the number `last`. It repeats that number: a client that resumes after the number
 * of the last event that it has read misses nothing, and openai-python compares the numbers of all events.
 */
export function keepAliveEvent(last: number | undefined): ResponseKeepAliveEvent {
  return { type: 'keepalive', ...(last !== undefined && { sequence_number: last }) };
}
