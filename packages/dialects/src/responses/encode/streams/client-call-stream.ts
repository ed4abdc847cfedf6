import type { Part } from '@org/engine';
import type { ResponseOutputItem } from '@org/protocol/responses';
import type { SentEvent } from '../sent-event.js';
import type { ItemPosition, ItemStream } from './item-stream.js';
import { commandEvents } from './command-events.js';

/**
 * Streams a call of a client tool. The model's input to the tool is no text of the item, so the item arrives
 * complete; a shell's commands have events.
 */
export class ClientCallStream implements ItemStream {
  readonly #position: ItemPosition;
  readonly #itemOf: (part: Part) => ResponseOutputItem | undefined;

  /** `itemOf`: the item of the finished call. */
  constructor(position: ItemPosition, itemOf: (part: Part) => ResponseOutputItem | undefined) {
    this.#position = position;
    this.#itemOf = itemOf;
  }

  start(): SentEvent[] {
    return [];
  }

  delta(): SentEvent[] {
    return [];
  }

  end(part: Part): SentEvent[] {
    const item = this.#itemOf(part);
    return item?.type === 'shell_call' ? commandEvents(item.action.commands, this.#position) : [];
  }
}
