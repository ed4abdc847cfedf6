import type { ResponseInputItem } from '@org/protocol/responses';
import type { CompactedResponse, ResponseItem, ResponseOutputItem } from './response-types.js';

/** An item as a response, a compaction or the list of a response's input holds it. */
export type ReceivedItem = ResponseOutputItem | CompactedResponse['output'][number] | ResponseItem;

/**
 * What the service gave as the `input` to go on with: the `output` of a response, also of one that is not stored, or of a
 * compaction. Items stay as they are, in their order, but for two that a request may not hold in every form: the screen after an
 * action of a computer that `failed` is `incomplete`, and tools are added by the `developer`, whoever the service says they are of.
 */
export function asInput(items: readonly ReceivedItem[]): ResponseInputItem[] {
  return items.map(asInputItem);
}

function asInputItem(item: ReceivedItem): ResponseInputItem {
  switch (item.type) {
    case 'computer_call_output':
      return { ...item, status: item.status === 'failed' ? 'incomplete' : item.status };
    case 'additional_tools':
      return { ...item, role: 'developer' };
    default:
      return item;
  }
}
