import { cancelled } from '../../errors/cancelled.js';
import { EngineError, toEngineError } from '../../errors/engine-error.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Message } from '../../model/message.js';
import type { ConversationItem, ConversationStore, LockTicket } from '../../ports/conversation-store.js';
import { Notifier } from './notifier.js';
import { HeldLeases } from './held-leases.js';
import { HeldTicket, type TicketStore } from './held-ticket.js';

/** The lock of a turn on its conversation, held once all earlier turns have ended. */
export interface ConversationLock {
  /** Messages so far, oldest first. */
  readonly history: readonly Message[];
  /** What the write of the turn gives up in the same step. */
  readonly ticket: LockTicket;
  /** Aborts, with the error for the client, when other turns may have overtaken this one. */
  readonly lost: AbortSignal;
  /** Admits the next turn, unless the write already did so. A second call does nothing. */
  readonly release: (written?: boolean) => void;
}

/** Lease duration without a heartbeat of its process, and the heartbeat interval, in milliseconds. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

/** Checks all items of a conversation before a turn continues it, and throws when the two are incompatible. */
export type CheckItems = (items: readonly ConversationItem[]) => void;

export interface EnterOptions {
  /** Absent: the caller does nothing else while it waits. */
  readonly waitOutside?: WaitOutside | undefined;
  readonly check?: CheckItems | undefined;
}

/** Runs a wait during which the caller does nothing else. */
export type WaitOutside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

export interface ConversationLocksOptions {
  readonly store: TicketStore &
    Pick<ConversationStore, 'enqueueTicket' | 'readTicket' | 'watchTickets' | 'readConversation'>;
  /** Decodes API items to messages. A repeated item decodes to the same object. */
  readonly decode: (items: readonly JsonObject[], owner: string) => readonly Message[] | Promise<readonly Message[]>;
  readonly times: LeaseTimes;
}

/**
 * Holds the conversation tickets until `releaseAll` is called. The end of a turn can then be written after the turn
 * itself has ended, and a restarted turn finds its own ticket. `waitOutside` waits for the earlier turns.
 */
export function holdTickets(
  conversations: Pick<ConversationLocks, 'enter' | 'read'>,
  waitOutside?: WaitOutside,
): Pick<ConversationLocks, 'enter'> & { readonly releaseAll: () => void } {
  const held: ConversationLock[] = [];
  const findLock = (owner: string, id: string): ConversationLock | undefined =>
    held.find(({ ticket, lost }) => ticket.owner === owner && ticket.conversationId === id && !lost.aborted);
  return {
    async enter(owner, id, signal, { check } = {}) {
      const own = findLock(owner, id);
      const ticket =
        own === undefined
          ? await conversations.enter(owner, id, signal, { waitOutside, check })
          : { ...own, history: await conversations.read(owner, id, check) };
      if (own === undefined) held.push(ticket);
      return { ...ticket, release: () => undefined };
    },
    releaseAll() {
      for (const ticket of held) ticket.release();
    },
  };
}

/**
 * The conversation locks of all replicas: turns enter a conversation one at a time in order of arrival, and each sees
 * what the previous one added. A turn adds nothing when its process stalled so long that others overtook it.
 */
export class ConversationLocks {
  readonly #options: ConversationLocksOptions;
  readonly #held = new HeldLeases();

  constructor(options: ConversationLocksOptions) {
    this.#options = options;
  }

  /** Waits for the turns before, if there are any, inside `waitOutside`. Throws as {@link read}, and `cancelled` when `signal` aborts. */
  async enter(
    owner: string,
    id: string,
    signal: AbortSignal,
    { waitOutside = (wait) => wait(), check }: EnterOptions = {},
  ): Promise<ConversationLock> {
    const { store, times } = this.#options;
    for (;;) {
      if (signal.aborted) throw cancelled();
      const ticket = await store.enqueueTicket(owner, id, times.leaseMs, this.#held.on(owner, id));
      if (ticket === undefined) throw notFound();
      const held = new HeldTicket(ticket, store, times, this.#held);
      try {
        if (await this.#waitUntilFirst(ticket, held, signal, waitOutside))
          return {
            history: await this.read(owner, id, check),
            ticket,
            lost: held.lost,
            release: (written) => held.release(written),
          };
        held.release(); // Its time ran out: to the end of the line.
      } catch (thrown) {
        held.release();
        throw thrown;
      }
    }
  }

  /**
   * Reads the messages so far, regardless of who holds the lock. Throws `not-found` when the conversation does not
   * exist, `context-overflow` when it is too long, and what `check` throws.
   */
  async read(owner: string, id: string, check?: CheckItems): Promise<readonly Message[]> {
    const items = await this.#options.store.readConversation(owner, id).catch((thrown: unknown) => {
      throw toEngineError(thrown).code === 'context-overflow' ? tooLong() : thrown;
    });
    if (items === undefined) throw notFound();
    check?.(items);
    return await this.#options.decode(
      items.map(({ value }) => value),
      owner,
    );
  }

  /** Resolves when the ticket is first in the queue. False when the ticket was lost during the wait. */
  async #waitUntilFirst(
    ticket: LockTicket,
    held: HeldTicket,
    signal: AbortSignal,
    waitOutside: WaitOutside,
  ): Promise<boolean> {
    const now = await this.#options.store.readTicket(ticket);
    return now === 'waiting' ? waitOutside(() => this.#waitFor(ticket, held, signal)) : now === 'first';
  }

  async #waitFor(ticket: LockTicket, held: HeldTicket, signal: AbortSignal): Promise<boolean> {
    const { store, times } = this.#options;
    const notifier = new Notifier();
    const ring = (): void => notifier.ring();
    const unwatch = await store.watchTickets(ticket.owner, ticket.conversationId, ring);
    held.onRenewed = ring;
    signal.addEventListener('abort', ring);
    try {
      for (;;) {
        if (signal.aborted) throw cancelled();
        const state = await store.readTicket(ticket);
        if (state !== 'waiting') return state === 'first';
        await notifier.wait(times.leaseMs);
      }
    } finally {
      held.onRenewed = undefined;
      signal.removeEventListener('abort', ring);
      unwatch();
    }
  }
}

function notFound(): EngineError {
  return new EngineError('not-found', 'There is no conversation with this id.', { param: 'conversation' });
}

function tooLong(): EngineError {
  return new EngineError(
    'context-overflow',
    'This conversation exceeds the limit for one request. Delete items that you no longer need, or start a new conversation with a summary.',
    {
      param: 'conversation',
    },
  );
}
