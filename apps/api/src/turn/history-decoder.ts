import { decodeStoredItem, joinItems, type DecodedItem } from '@org/dialects/responses';
import { YieldTimer, type JsonObject, type Message, type ReasoningSigners } from '@org/engine';

/** Makes messages of the items of conversations: of each item once, as long as the store has it in memory. */
export class HistoryDecoder {
  readonly #decoded = new WeakMap<JsonObject, DecodedItem>();

  constructor(private readonly reasoningSigners: ReasoningSigners) {}

  /** Decodes items of `owner`; yields to the event loop in between. */
  async decode(items: readonly JsonObject[], owner: string): Promise<readonly Message[]> {
    const reasoningSigner = this.reasoningSigners.of(owner);
    const yieldTimer = new YieldTimer();
    const decoded: DecodedItem[] = [];
    for (const item of items) {
      let one = this.#decoded.get(item);
      if (one === undefined) {
        one = decodeStoredItem(item, (data, purpose) => reasoningSigner.decrypt(data, purpose));
        this.#decoded.set(item, one);
        if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
      }
      decoded.push(one);
    }
    return joinItems(decoded);
  }
}
