import { decodeStoredItem, joinItems, type DecodedItem } from '@org/dialects/responses';
import { Breather, type JsonObject, type Message, type Sealers } from '@org/engine';

/** Makes messages of the items of conversations: of each item once, as long as the store has it in memory. */
export class HistoryDecoder {
  readonly #decoded = new WeakMap<JsonObject, DecodedItem>();

  constructor(private readonly sealers: Sealers) {}

  /** Items of `owner`; others get their turn in between. */
  async decode(items: readonly JsonObject[], owner: string): Promise<readonly Message[]> {
    const sealer = this.sealers.of(owner);
    const breather = new Breather();
    const decoded: DecodedItem[] = [];
    for (const item of items) {
      let one = this.#decoded.get(item);
      if (one === undefined) {
        one = decodeStoredItem(item, (data, purpose) => sealer.decrypt(data, purpose));
        this.#decoded.set(item, one);
        if (breather.due) await breather.rest();
      }
      decoded.push(one);
    }
    return joinItems(decoded);
  }
}
