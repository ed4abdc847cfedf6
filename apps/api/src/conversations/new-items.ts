import { referencedIds, toConversationItems, unsupportedItemWarnings } from '@org/dialects/responses';
import type { ConversationItem, IdSource, ReasoningSigner, ReasoningSigners, Store } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import type { RequestContext } from '../request-context/request-context.js';

export interface NewItemsOptions {
  readonly store: Store;
  readonly ids: IdSource;
  readonly reasoningSigners: ReasoningSigners;
}

/** Makes items that a client sent ready to be kept. */
export class NewItems {
  readonly #options: NewItemsOptions;

  constructor(options: NewItemsOptions) {
    this.#options = options;
  }

  /** The items with ids and without references; what of them models are not shown is noted. Throws `not-found` for a reference to nothing. */
  async of(owner: string, items: ResponseInputItem[], { log }: RequestContext): Promise<ConversationItem[]> {
    const referenced = referencedIds(items);
    const found = referenced.length === 0 ? new Map() : await this.#options.store.getItems(owner, referenced);
    const reasoningSigner = this.#options.reasoningSigners.of(owner);
    const open: ReasoningSigner['decrypt'] = (data, purpose) => reasoningSigner.decrypt(data, purpose);
    const added = toConversationItems(items, found, this.#options.ids.next('item'), open);
    log.warnings = [...(log.warnings ?? []), ...unsupportedItemWarnings(items, found, open)];
    return added;
  }
}
