import { EngineError } from '../errors/engine-error.js';
import type { JsonObject } from '../model/json.js';
import type { Message } from '../model/message.js';
import type { ConversationStore } from '../ports/conversation-store.js';
import { TurnOrder } from './turn-order.js';

/** More items than any conversation has: it is read at one moment, and not while it changes. */
const allItems = 2 ** 31 - 1;

/** A turn's place in a conversation. */
export interface ConversationPlace {
  /** What was said so far, oldest first. */
  readonly history: readonly Message[];
  /** Lets the next turn in. A second call does nothing. */
  readonly leave: () => void;
}

/**
 * Conversations whose places are left when `leaveAll` is called and not before: for who writes the end of a turn after
 * the turn itself is over.
 */
export function holdPlaces(conversations: Pick<ConversationTurns, 'enter'>): Pick<ConversationTurns, 'enter'> & { readonly leaveAll: () => void } {
  const held: ConversationPlace[] = [];
  return {
    async enter(owner, id, signal) {
      const place = await conversations.enter(owner, id, signal);
      held.push(place);
      return { history: place.history, leave: () => undefined };
    },
    leaveAll() {
      for (const place of held) place.leave();
    },
  };
}

/**
 * The conversations of one process, which turns enter one at a time and in the order in which they came: each sees
 * what the one before it added. Replicas do not wait for each other; there, too, a turn is added whole or not at all.
 */
export class ConversationTurns {
  readonly #store: Pick<ConversationStore, 'listConversationItems'>;
  readonly #decode: (items: readonly JsonObject[]) => readonly Message[];
  readonly #order = new TurnOrder();

  /** `decode` makes messages of wire items. */
  constructor(store: Pick<ConversationStore, 'listConversationItems'>, decode: (items: readonly JsonObject[]) => readonly Message[]) {
    this.#store = store;
    this.#decode = decode;
  }

  /** Waits for the turns before. Throws `not-found` when there is no such conversation, `cancelled` when `signal` aborts. */
  async enter(owner: string, id: string, signal: AbortSignal): Promise<ConversationPlace> {
    const leave = await this.#order.enter(JSON.stringify([owner, id]), signal);
    try {
      return { history: await this.read(owner, id), leave };
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  /** What was said so far, whoever is in it. Throws `not-found`. */
  async read(owner: string, id: string): Promise<readonly Message[]> {
    const page = await this.#store.listConversationItems(owner, id, { order: 'asc', limit: allItems });
    if (page === undefined) throw new EngineError('not-found', 'There is no conversation with this id.', { param: 'conversation' });
    return this.#decode(page.entries.map(({ value }) => value));
  }
}
