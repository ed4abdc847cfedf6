// A stored response as the events that a stream of it could have had: the same ones every time.
import type { Response } from '@org/protocol/responses';
import { finishItem, nothingShown } from './finish-item.js';
import type { SentEvent } from './sent-event.js';
import { Sequence, type ItemPlace } from './streams/item-stream.js';
import { openingItem } from './streams/opening-item.js';

/** The events of an ended response. Its texts come in one delta each; its last event holds it verbatim. */
export function replayResponse(response: Response): SentEvent[] {
  const sequence = new Sequence();
  const running: Response = { ...response, status: 'in_progress', completed_at: null, error: null, incomplete_details: null, output: [], usage: null };
  const events: SentEvent[] = [
    { type: 'response.created', sequence_number: sequence.next(), response: running },
    { type: 'response.in_progress', sequence_number: sequence.next(), response: running },
  ];
  for (const [outputIndex, item] of response.output.entries()) {
    const place: ItemPlace = { itemId: String(item['id']), outputIndex, sequence };
    events.push({ type: 'response.output_item.added', sequence_number: sequence.next(), output_index: outputIndex, item: openingItem(item) });
    events.push(...finishItem(item, nothingShown, place));
  }
  events.push({ type: terminalType(response.status), sequence_number: sequence.next(), response });
  return events;
}

/** There is no event of its own for a response that was cancelled. */
function terminalType(status: Response['status']): 'response.completed' | 'response.incomplete' | 'response.failed' {
  if (status === 'completed') return 'response.completed';
  return status === 'incomplete' ? 'response.incomplete' : 'response.failed';
}
