/** Reads a stream to its end and passes each event to `onEvent`. */
export async function forwardEvents<Event>(
  stream: AsyncIterable<Event>,
  onEvent: ((event: Event) => void) | undefined,
): Promise<void> {
  for await (const event of stream) onEvent?.(event);
}
