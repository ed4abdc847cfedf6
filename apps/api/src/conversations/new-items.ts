import { Inject, Injectable } from '@nestjs/common';
import { referencedIds, toConversationItems, unsupportedItemWarnings } from '@org/dialects/responses';
import type { ConversationItem, IdSource, Sealer, Sealers, Store } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import { IDS, SEALERS, STORE } from '../engine/tokens.js';
import type { RequestContext } from '../exchange/exchange.js';

/** Makes items that a client sent ready to be kept. */
@Injectable()
export class NewItems {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(SEALERS) private readonly sealers: Sealers,
  ) {}

  /** The items with ids and without references; what of them models are not shown is noted. Throws `not-found` for a reference to nothing. */
  async of(owner: string, items: ResponseInputItem[], { log }: RequestContext): Promise<ConversationItem[]> {
    const referenced = referencedIds(items);
    const found = referenced.length === 0 ? new Map() : await this.store.getItems(owner, referenced);
    const sealer = this.sealers.of(owner);
    const open: Sealer['decrypt'] = (data, purpose) => sealer.decrypt(data, purpose);
    const added = toConversationItems(items, found, this.ids.next('item'), open);
    log.warnings = [...(log.warnings ?? []), ...unsupportedItemWarnings(items, found, open)];
    return added;
  }
}
