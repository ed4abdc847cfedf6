import { referencedIds, toConversationItems, unsupportedItemWarnings } from '@org/dialects/responses';
import type { ConversationItem, IdSource, ReasoningSigner, ReasoningSigners, Store } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { reserveReferences } from '../turn/reserve-references.js';
import type { RequestContext } from '../request-context/request-context.js';

export interface NewItemsOptions {
  readonly config: Pick<ServiceConfig, 'limits'>;
  readonly memoryBudget: MemoryBudget;
  readonly store: Store;
  readonly ids: IdSource;
  readonly reasoningSigners: ReasoningSigners;
}

/** Prepares the items of a client for storage. */
export class NewItems {
  readonly #options: NewItemsOptions;

  constructor(options: NewItemsOptions) {
    this.#options = options;
  }

  /**
   * Returns the items with ids and without references, and logs what models do not receive of them. Throws
   * `not-found` for a reference to a missing item.
   */
  async of(owner: string, items: ResponseInputItem[], { log }: RequestContext): Promise<ConversationItem[]> {
    const referenced = referencedIds(items);
    const { store, config, memoryBudget } = this.#options;
    const found = referenced.length === 0 ? new Map() : await store.getItems(owner, referenced);
    if (found.size > 0) await reserveReferences(referenced, found, config.limits, memoryBudget);
    const reasoningSigner = this.#options.reasoningSigners.of(owner);
    const open: ReasoningSigner['decrypt'] = (data, purpose) => reasoningSigner.decrypt(data, purpose);
    const added = toConversationItems(items, found, this.#options.ids.next('item'), open);
    log.warnings = [...(log.warnings ?? []), ...unsupportedItemWarnings(items, found, open)];
    return added;
  }
}
