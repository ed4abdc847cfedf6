import { formatSseEvent } from '@org/protocol/sse';
import type { SentEvent } from './encode-events.js';

/**
 * Formats the frame of an event. A text delta, which is nearly every event of a stream, has a fixed form with two
 * values; a serializer would spend most of its time on discovering that form. Few deltas have more than their text.
 */
export function formatEvent(event: SentEvent): string {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta' || hasExtraMembers(event.delta))
    return formatSseEvent(event);
  return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${event.index},"delta":{"type":"text_delta","text":${JSON.stringify(event.delta.text)}}}\n\n`;
}

/** Counts without a list of the members, because it runs for every text delta. */
function hasExtraMembers(delta: object): boolean {
  let members = 0;
  for (const _ in delta) members += 1;
  return members > 2;
}
