import type { WireStream } from './wire-stream.js';

/** Reads a stream to its end and tells its events on. Gives the whole answer. */
export async function tellEvents<Event, Answer>(
  stream: WireStream<Event, Answer>,
  onEvent: ((event: Event) => void) | undefined,
): Promise<Answer> {
  for await (const event of stream) onEvent?.(event);
  return await stream.final();
}
