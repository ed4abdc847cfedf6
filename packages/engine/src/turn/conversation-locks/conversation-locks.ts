import { cancelled } from '../../errors/cancelled.js';
import { EngineError, toEngineError } from '../../errors/engine-error.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Message } from '../../model/message.js';
import type { ConversationItem, ConversationStore, LockTicket } from '../../ports/conversation-store.js';
import { Notifier } from './notifier.js';
import { HeldLeases } from './held-leases.js';
import { HeldTicket, type TicketStore } from './held-ticket.js';

/** A turn's place in a conversation, once all turns before it have ended. */
export interface ConversationLock {
  /** What was said so far, oldest first. */
  readonly history: readonly Message[];
  /** What the write of the turn gives up in the same step. */
  readonly ticket: LockTicket;
  /** Aborts, with what to tell the client, when others may have gone by. */
  readonly lost: AbortSignal;
  /** Lets the next turn in, unless the write did so. A second call does nothing. */
  readonly release: (written?: boolean) => void;
}

/** How long a place counts without a sign of life from its process, and how often one is given. Milliseconds. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

/** Looks at all items of a conversation before a turn goes on with it, and throws when the two do not go together. */
export type CheckItems = (items: readonly ConversationItem[]) => void;

export interface EnterOptions {
  /** Absent: nothing else is done meanwhile. */
  readonly waitOutside?: WaitOutside | undefined;
  readonly check?: CheckItems | undefined;
}

/** Runs a wait in which its caller does nothing else. */
export type WaitOutside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

export interface ConversationLocksOptions {
  readonly store: TicketStore &
    Pick<ConversationStore, 'enqueueTicket' | 'readTicket' | 'watchTickets' | 'readConversation'>;
  /** Makes messages of wire items. One that comes again is the same object. */
  readonly decode: (items: readonly JsonObject[], owner: string) => readonly Message[] | Promise<readonly Message[]>;
  readonly times: LeaseTimes;
}

/**
 * Conversations whose places are left when `releaseAll` is called, and not before. So the end of a turn can be written after the turn itself
 * is over, and a turn that is begun again finds itself in the place that it has. `waitOutside` waits for the turns that stand before it.
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
 * The conversations of all replicas, which turns enter one at a time and in the order in which they came: each sees what
 * the one before it added. A turn whose process was held up so long that others went by adds nothing.
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

  /** What was said so far, whoever is in it. Throws `not-found` when there is no such conversation, `context-overflow` when it is too long, and what `check` throws. */
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

  /** Resolves when nobody is before the place. False when it was lost meanwhile. */
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
