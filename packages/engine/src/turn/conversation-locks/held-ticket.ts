import { EngineError } from '../../errors/engine-error.js';
import type { ConversationStore, LockTicket } from '../../ports/conversation-store.js';
import type { LeaseTimes } from './conversation-locks.js';
import type { HeldLeases } from './held-leases.js';

export type TicketStore = Pick<ConversationStore, 'renewTicket' | 'releaseTicket' | 'getConversation'>;

/** Gives the signs of life that keep a place in a line, from when it is made until it is left. */
export class HeldTicket {
  /** Called after a sign of life, which may have removed from the line who gave none. */
  onRenewed: (() => void) | undefined;
  readonly #ticket: LockTicket;
  readonly #store: TicketStore;
  readonly #times: LeaseTimes;
  /** All that this process holds. A clock that jumps lets every lease run out, and whoever gives a sign of life first does so for the others. */
  readonly #all: HeldLeases;
  readonly #letGo: () => void;
  readonly #lost = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  #released = false;

  constructor(ticket: LockTicket, store: TicketStore, times: LeaseTimes, all: HeldLeases) {
    this.#ticket = ticket;
    this.#store = store;
    this.#times = times;
    this.#all = all;
    this.#letGo = all.add(ticket.number, ticket.owner, ticket.conversationId);
    this.#heartbeat = setInterval(() => void this.#renew(), times.heartbeatMs).unref();
  }

  /** Aborts with a `conflict` when others may have gone by. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** `written`: the write of the turn has given the place up. */
  release(written = false): void {
    if (this.#released) return;
    this.#released = true;
    this.#letGo();
    clearInterval(this.#heartbeat);
    // Should this fail, the place runs out by itself.
    if (!written && !this.lost.aborted) this.#store.releaseTicket(this.#ticket).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { owner, conversationId } = this.#ticket;
    try {
      const renewed = await this.#store.renewTicket(
        this.#ticket,
        this.#times.leaseMs,
        this.#all.on(owner, conversationId),
      );
      this.onRenewed?.();
      if (renewed || this.#released) return;
      clearInterval(this.#heartbeat);
    } catch {
      return; // The store does not answer. Whether somebody went by meanwhile, the write of the turn will tell.
    }
    // Of a conversation that was deleted nobody needs the place: its turns end as they are, and add nothing. Nobody looks again, so one
    // that cannot be looked for counts as there.
    const deleted = await this.#store.getConversation(owner, conversationId).then(
      (found) => found === undefined,
      () => false,
    );
    if (!deleted) this.#lost.abort(lockLost());
  }
}

/** What the client of a turn is told that others went by. Trying again is right: the turn then sees what they added. */
export function lockLost(cause?: unknown): EngineError {
  return new EngineError(
    'conflict',
    'Another request added a turn to the conversation while this one stalled; the service added nothing of this one.',
    {
      param: 'conversation',
      retryable: true,
      cause,
    },
  );
}
