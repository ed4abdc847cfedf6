import type { MessageStreamEvent, ResponseStreamEvent } from './response-types.js';

/**
 * The text deltas of a stream, of either dialect. Reads the stream: leaving this loop leaves the stream, and its
 * `final()` is available afterwards. Throws as the stream does.
 */
export async function* readTextDeltas(
  stream: AsyncIterable<MessageStreamEvent | ResponseStreamEvent>,
): AsyncGenerator<string, void, undefined> {
  for await (const event of stream) {
    const text = textIn(event);
    if (text) yield text;
  }
}

/** Other servers may omit empty fields. */
function textIn(event: MessageStreamEvent | ResponseStreamEvent): string | undefined {
  if (event.type === 'response.output_text.delta') return event.delta;
  return event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : undefined;
}
