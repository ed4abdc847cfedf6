import type { EventStream } from './event-stream.js';

/** Reads a stream to its end and tells its events on. Gives the whole answer. */
export async function forwardEvents<Event, Result>(
  stream: EventStream<Event, Result>,
  onEvent: ((event: Event) => void) | undefined,
): Promise<Result> {
  for await (const event of stream) onEvent?.(event);
  return await stream.final();
}
