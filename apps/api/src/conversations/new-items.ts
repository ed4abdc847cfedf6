import { Inject, Injectable } from '@nestjs/common';
import { referencedIds, toConversationItems, unsupportedItemWarnings } from '@org/dialects/responses';
import type { ConversationItem, IdSource, ReasoningSigner, ReasoningSigners, Store } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import { IDS, REASONING_SIGNERS, STORE } from '../engine/tokens.js';
import type { RequestContext } from '../request-context/request-context.js';

/** Makes items that a client sent ready to be kept. */
@Injectable()
export class NewItems {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(REASONING_SIGNERS) private readonly reasoningSigners: ReasoningSigners,
  ) {}

  /** The items with ids and without references; what of them models are not shown is noted. Throws `not-found` for a reference to nothing. */
  async of(owner: string, items: ResponseInputItem[], { log }: RequestContext): Promise<ConversationItem[]> {
    const referenced = referencedIds(items);
    const found = referenced.length === 0 ? new Map() : await this.store.getItems(owner, referenced);
    const reasoningSigner = this.reasoningSigners.of(owner);
    const open: ReasoningSigner['decrypt'] = (data, purpose) => reasoningSigner.decrypt(data, purpose);
    const added = toConversationItems(items, found, this.ids.next('item'), open);
    log.warnings = [...(log.warnings ?? []), ...unsupportedItemWarnings(items, found, open)];
    return added;
  }
}
