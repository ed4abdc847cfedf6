import { formatSseEvent } from '@org/protocol/sse';
import type { SentEvent } from './sent-event.js';

/**
 * Formats the frame of an event. A text delta, which is nearly every event of a stream, has a fixed form with four
 * values; a serializer would spend most of its time on discovering that form.
 */
export function formatEvent(event: SentEvent): string {
  if (event.type !== 'response.output_text.delta' || event.logprobs.length > 0) return formatSseEvent(event);
  const { item_id: item, output_index: output, sequence_number: number, content_index: content, delta } = event;
  return `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":${JSON.stringify(item)},"output_index":${output},"sequence_number":${number},"content_index":${content},"delta":${JSON.stringify(delta)},"logprobs":[]}\n\n`;
}
