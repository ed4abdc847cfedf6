import { cancelled } from '../../errors/cancelled.js';
import { EngineError, toEngineError } from '../../errors/engine-error.js';
import type { JsonObject } from '../../json/json.js';
import type { Message } from '../../model/message.js';
import type { ConversationItem, ConversationStore, LinePlace } from '../../ports/conversation-store.js';
import { Bell } from './bell.js';
import { HeldLeases } from './held-numbers.js';
import { HeldPlace, type LineStore } from './held-place.js';

/** A turn's place in a conversation, once all turns before it have ended. */
export interface ConversationPlace {
  /** What was said so far, oldest first. */
  readonly history: readonly Message[];
  /** What the write of the turn gives up in the same step. */
  readonly place: LinePlace;
  /** Aborts, with what to tell the client, when others may have gone by. */
  readonly lost: AbortSignal;
  /** Lets the next turn in, unless the write did so. A second call does nothing. */
  readonly release: (written?: boolean) => void;
}

/** How long a place counts without a sign of life from its process, and how often one is given. Milliseconds. */
export interface LineTimes {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

/** Looks at all items of a conversation before a turn goes on with it, and throws when the two do not go together. */
export type CheckItems = (items: readonly ConversationItem[]) => void;

export interface EnterOptions {
  /** Absent: nothing else is done meanwhile. */
  readonly standBy?: StandBy | undefined;
  readonly check?: CheckItems | undefined;
}

/** Runs a wait in which its caller does nothing else. */
export type StandBy = <Result>(wait: () => Promise<Result>) => Promise<Result>;

export interface ConversationLinesOptions {
  readonly store: LineStore & Pick<ConversationStore, 'joinLine' | 'readPlace' | 'watchLine' | 'readConversation'>;
  /** Makes messages of wire items. One that comes again is the same object. */
  readonly decode: (items: readonly JsonObject[], owner: string) => readonly Message[] | Promise<readonly Message[]>;
  readonly times: LineTimes;
}

/**
 * Conversations whose places are left when `releaseAll` is called, and not before. So the end of a turn can be written after the turn itself
 * is over, and a turn that is begun again finds itself in the place that it has. `standBy` waits for the turns that stand before it.
 */
export function holdPlaces(
  conversations: Pick<ConversationLines, 'enter' | 'read'>,
  standBy?: StandBy,
): Pick<ConversationLines, 'enter'> & { readonly releaseAll: () => void } {
  const held: ConversationPlace[] = [];
  const placeIn = (owner: string, id: string): ConversationPlace | undefined =>
    held.find(({ place, lost }) => place.owner === owner && place.conversationId === id && !lost.aborted);
  return {
    async enter(owner, id, signal, { check } = {}) {
      const own = placeIn(owner, id);
      const place =
        own === undefined
          ? await conversations.enter(owner, id, signal, { standBy, check })
          : { ...own, history: await conversations.read(owner, id, check) };
      if (own === undefined) held.push(place);
      return { ...place, release: () => undefined };
    },
    releaseAll() {
      for (const place of held) place.release();
    },
  };
}

/**
 * The conversations of all replicas, which turns enter one at a time and in the order in which they came: each sees what
 * the one before it added. A turn whose process was held up so long that others went by adds nothing.
 */
export class ConversationLines {
  readonly #options: ConversationLinesOptions;
  readonly #held = new HeldLeases();

  constructor(options: ConversationLinesOptions) {
    this.#options = options;
  }

  /** Waits for the turns before, if there are any, inside `standBy`. Throws as {@link read}, and `cancelled` when `signal` aborts. */
  async enter(
    owner: string,
    id: string,
    signal: AbortSignal,
    { standBy = (wait) => wait(), check }: EnterOptions = {},
  ): Promise<ConversationPlace> {
    const { store, times } = this.#options;
    for (;;) {
      if (signal.aborted) throw cancelled();
      const place = await store.joinLine(owner, id, times.leaseMs, this.#held.on(owner, id));
      if (place === undefined) throw notFound();
      const held = new HeldPlace(place, store, times, this.#held);
      try {
        if (await this.#waitUntilFirst(place, held, signal, standBy))
          return {
            history: await this.read(owner, id, check),
            place,
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
  async #waitUntilFirst(place: LinePlace, held: HeldPlace, signal: AbortSignal, standBy: StandBy): Promise<boolean> {
    const now = await this.#options.store.readPlace(place);
    return now === 'waiting' ? standBy(() => this.#waitFor(place, held, signal)) : now === 'first';
  }

  async #waitFor(place: LinePlace, held: HeldPlace, signal: AbortSignal): Promise<boolean> {
    const { store, times } = this.#options;
    const bell = new Bell();
    const ring = (): void => bell.ring();
    const unwatch = await store.watchLine(place.owner, place.conversationId, ring);
    held.onRenewed = ring;
    signal.addEventListener('abort', ring);
    try {
      for (;;) {
        if (signal.aborted) throw cancelled();
        const state = await store.readPlace(place);
        if (state !== 'waiting') return state === 'first';
        await bell.wait(times.leaseMs);
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
    'This conversation is longer than what is read for one request. Delete items that are not needed any more, or begin a new one with a summary of it.',
    {
      param: 'conversation',
    },
  );
}
