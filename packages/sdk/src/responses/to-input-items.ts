import type { ResponseInputItem } from '@org/protocol/responses';
import type { CompactedResponse, ResponseItem, ResponseOutputItem } from './response-types.js';

/** An item from a response, a compaction or the list of a response's input items. */
export type ReceivedItem = ResponseOutputItem | CompactedResponse['output'][number] | ResponseItem;

/**
 * Converts received items to the `input` of the next request: the `output` of a response, stored or not, or of a
 * compaction. Items stay unchanged and in order, except two that a request does not accept in every form: the
 * screenshot after a computer action that `failed` becomes `incomplete`, and added tools always have the role
 * `developer`.
 */
export function toInputItems(items: readonly ReceivedItem[]): ResponseInputItem[] {
  return items.map(toInputItem);
}

function toInputItem(item: ReceivedItem): ResponseInputItem {
  switch (item.type) {
    case 'computer_call_output':
      return { ...item, status: item.status === 'failed' ? 'incomplete' : item.status };
    case 'additional_tools':
      return { ...item, role: 'developer' };
    default:
      return item;
  }
}
