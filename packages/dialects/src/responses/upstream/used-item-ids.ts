import type { Message } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/**
 * The item ids that a response must not repeat: those of the request, of its conversation and of earlier items. Some
 * upstreams count anew in each response; a store and a client would take the second item for the first.
 */
export class UsedItemIds {
  readonly #messages: readonly Message[];
  readonly #isUsed: (id: string) => boolean;
  #ids: Set<string> | undefined;

  constructor(messages: readonly Message[], isUsed: (id: string) => boolean) {
    this.#messages = messages;
    this.#isUsed = isUsed;
  }

  /** Whether the id is new. It is used from then on. */
  take(id: string): boolean {
    const ids = (this.#ids ??= itemIdsIn(this.#messages));
    if (ids.has(id) || this.#isUsed(id)) return false;
    ids.add(id);
    return true;
  }
}

function itemIdsIn(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  const add = (id: unknown): void => void (typeof id === 'string' && ids.add(id));
  for (const { extensions, parts } of messages) {
    add(passthroughFieldsOf(extensions).item?.['id']);
    for (const part of parts) {
      const { item, original } = passthroughFieldsOf(part.extensions);
      add(item?.['id']);
      add(original?.['id']);
      if (part.type === 'opaque' && part.dialect === 'responses') add(part.value['id']);
    }
  }
  return ids;
}
