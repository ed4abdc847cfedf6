import { formatSseEvent } from '@org/protocol/sse';
import type { SentEvent } from './encode-events.js';

/**
 * The frame of an event. That of a piece of text, which is nearly every event of a stream, has a fixed form with two
 * values in it; a serialiser would spend most of its time on finding that out. Few say more than their text.
 */
export function formatEvent(event: SentEvent): string {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta' || hasExtraMembers(event.delta))
    return formatSseEvent(event);
  return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${event.index},"delta":{"type":"text_delta","text":${JSON.stringify(event.delta.text)}}}\n\n`;
}

/** Counted without a list of the members: this is asked of every piece of text. */
function hasExtraMembers(delta: object): boolean {
  let members = 0;
  for (const _ in delta) members += 1;
  return members > 2;
}
