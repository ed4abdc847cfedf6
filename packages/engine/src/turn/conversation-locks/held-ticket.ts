import { EngineError } from '../../errors/engine-error.js';
import type { ConversationStore, LockTicket } from '../../ports/conversation-store.js';
import type { LeaseTimes } from './conversation-locks.js';
import type { HeldLeases } from './held-leases.js';

export type TicketStore = Pick<ConversationStore, 'renewTicket' | 'releaseTicket' | 'getConversation'>;

/** Sends the heartbeats that hold a queue ticket, from creation until release. */
export class HeldTicket {
  /** Called after a heartbeat, which may have removed tickets without heartbeats from the queue. */
  onRenewed: (() => void) | undefined;
  readonly #ticket: LockTicket;
  readonly #store: TicketStore;
  readonly #times: LeaseTimes;
  /**
   * All leases of this process. A clock jump expires every lease, and the first ticket to send a heartbeat renews the
   * others.
   */
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

  /** Aborts with a `conflict` when other turns may have overtaken this one. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** `written`: the write of the turn has already released the ticket. */
  release(written = false): void {
    if (this.#released) return;
    this.#released = true;
    this.#letGo();
    clearInterval(this.#heartbeat);
    // If this fails, the ticket expires by itself.
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
      return; // The store is unreachable. The write of the turn will show whether another turn overtook it.
    }
    // A deleted conversation needs no ticket: its turns end as they are and add nothing. There is no second check, so
    // a conversation whose lookup fails counts as existing.
    const deleted = await this.#store.getConversation(owner, conversationId).then(
      (found) => found === undefined,
      () => false,
    );
    if (!deleted) this.#lost.abort(lockLost());
  }
}

/** The error for a turn that others overtook. It is retryable: a retry sees what they added. */
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
