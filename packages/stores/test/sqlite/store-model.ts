import { type ConversationItem, isTerminal, type JsonObject, type TurnEvent, type TurnRecord } from '@org/engine';
import type { FairQueueKey } from '@org/engine/storage';

/** What is known of a turn. */
interface ModelTurn {
  record: TurnRecord;
  events: readonly TurnEvent[];
  /** Without `leaseMs` the job is unclaimed; with none left the lease has expired. */
  job?: { fairQueueKey: number; attempt: number; leaseMs?: number };
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other !== undefined && one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** The expected behavior of a store in minimal code: the reference that real stores are compared with. */
export class StoreModel {
  /** In the order of their first writing. */
  #turns: ModelTurn[] = [];
  readonly #conversations = new Map<string, ConversationItem[]>();

  putTurn(
    record: TurnRecord,
    addition: {
      fairQueueKey: number | undefined;
      attempt: number | undefined;
      conversation: string;
      items: readonly ConversationItem[];
    },
  ): boolean {
    const storedTurn = this.#find(record.owner, record.id);
    if (storedTurn !== undefined && isTerminal(storedTurn.record.status)) return false;
    if (
      addition.attempt !== undefined &&
      (storedTurn?.job?.leaseMs === undefined || storedTurn.job.attempt !== addition.attempt)
    )
      return false;
    const turn: ModelTurn = storedTurn ?? { record, events: [] };
    if (storedTurn === undefined) this.#turns.push(turn);
    turn.record = record;
    if (isTerminal(record.status)) delete turn.job;
    else if (addition.fairQueueKey !== undefined) turn.job ??= { fairQueueKey: addition.fairQueueKey, attempt: 0 };
    this.addItems(record.owner, addition.conversation, addition.items);
    return true;
  }

  getTurn(owner: string, id: string): TurnRecord | undefined {
    return this.#find(owner, id)?.record;
  }

  chainIds(owner: string, id: string): readonly string[] | undefined {
    const turn = this.getTurn(owner, id);
    if (turn?.previousId === undefined) return turn && [turn.id];
    const before = this.chainIds(owner, turn.previousId);
    return before && [...before, turn.id];
  }

  deleteTurn(owner: string, id: string): boolean {
    const before = this.#turns.length;
    this.#turns = this.#turns.filter(({ record }) => record.owner !== owner || record.id !== id);
    return this.#turns.length < before;
  }

  getItem(owner: string, itemId: string): JsonObject | undefined {
    const holders = this.#turns
      .filter(({ record }) => record.owner === owner)
      .flatMap(({ record }) => record.items.filter(({ id }) => id === itemId));
    return (holders.findLast(({ side }) => side === 'output') ?? holders.at(-1))?.value;
  }

  /** Deletes chains from their ends, until no expired turn can be deleted. */
  deleteExpired(now: number): number {
    const before = this.#turns.length;
    for (let size = -1; size !== this.#turns.length;) {
      size = this.#turns.length;
      const continued = new Set(this.#turns.map(({ record }) => JSON.stringify([record.owner, record.previousId])));
      this.#turns = this.#turns.filter(
        ({ record: { owner, id, expiresAt } }) =>
          expiresAt === undefined || expiresAt > now || continued.has(JSON.stringify([owner, id])),
      );
    }
    return before - this.#turns.length;
  }

  /** Appends one event with the next or a wrong number; `undefined` means a conflict. */
  append(owner: string, id: string, seq: number): boolean | undefined {
    const turn = this.#find(owner, id);
    if (turn === undefined || isTerminal(turn.record.status)) return false;
    if (seq !== turn.events.length) return undefined;
    turn.events = [...turn.events, { seq, data: String(seq) }];
    return true;
  }

  events(owner: string, id: string): readonly TurnEvent[] | undefined {
    return this.#find(owner, id)?.events;
  }

  /**
   * What `claimJob` may return: the oldest free job of the owner that holds the fewest, then of the owner after the
   * named one; of that owner, of the fair-queue key that holds the fewest, then of any but the named one. All turns
   * of the test are equally old, and none has expired by the clock of the store.
   */
  claim(
    leaseMs: number,
    after: FairQueueKey,
  ): { owner: string; fairQueueKey: number; id: string; attempt: number } | undefined {
    const free = this.#turns.filter(({ job }) => job !== undefined && (job.leaseMs ?? 0) === 0);
    const heldCount = ({ record: { owner } }: ModelTurn, fairQueueKey?: number): number =>
      this.#turns.filter(
        ({ record, job }) =>
          record.owner === owner &&
          (job?.leaseMs ?? 0) > 0 &&
          (fairQueueKey === undefined || job?.fairQueueKey === fairQueueKey),
      ).length;
    const rank = (turn: ModelTurn): readonly (number | string)[] => {
      const {
        record: { owner },
        job,
      } = turn;
      return [
        heldCount(turn),
        owner > after.owner ? 0 : 1,
        owner,
        heldCount(turn, job?.fairQueueKey),
        owner === after.owner && job?.fairQueueKey === after.fairQueueKey ? 1 : 0,
      ];
    };
    const [next] = free.toSorted((a, b) => compare(rank(a), rank(b)));
    return next && this.#give(next, leaseMs);
  }

  #give(
    free: ModelTurn,
    leaseMs: number,
  ): { owner: string; fairQueueKey: number; id: string; attempt: number } | undefined {
    if (free.job === undefined) return undefined;
    free.job = { ...free.job, attempt: free.job.attempt + 1, leaseMs };
    return {
      owner: free.record.owner,
      fairQueueKey: free.job.fairQueueKey,
      id: free.record.id,
      attempt: free.job.attempt,
    };
  }

  extend(owner: string, id: string, attempt: number, leaseMs: number): 'held' | 'lost' {
    const job = this.#find(owner, id)?.job;
    if (job?.attempt !== attempt || job.leaseMs === undefined) return 'lost';
    job.leaseMs = leaseMs;
    return 'held';
  }

  createConversation(owner: string, id: string): boolean {
    const key = JSON.stringify([owner, id]);
    if (this.#conversations.has(key)) return false;
    this.#conversations.set(key, []);
    return true;
  }

  addItems(owner: string, id: string, items: readonly ConversationItem[]): boolean {
    const list = this.#conversations.get(JSON.stringify([owner, id]));
    for (const item of items) if (!list?.some((other) => other.id === item.id)) list?.push(item);
    return list !== undefined;
  }

  items(owner: string, id: string): readonly ConversationItem[] | undefined {
    return this.#conversations.get(JSON.stringify([owner, id]));
  }

  deleteConversation(owner: string, id: string): boolean {
    return this.#conversations.delete(JSON.stringify([owner, id]));
  }

  #find(owner: string, id: string): ModelTurn | undefined {
    return this.#turns.find(({ record }) => record.owner === owner && record.id === id);
  }
}
