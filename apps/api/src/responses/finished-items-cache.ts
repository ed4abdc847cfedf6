import { type JsonObject, type TurnEventLog, type TurnRecord, visitTurnLog } from '@org/engine';
import { parseEvent } from '../background/end-stored.js';

/** Read progress in a log. */
interface Progress {
  /** The number of the first event that was not read yet. */
  readonly next: number;
  readonly items: readonly JsonObject[];
  /** Characters of the events that the items were read from. */
  readonly size: number;
}

const initialProgress: Progress = { next: 0, items: [], size: 0 };
/** Events per read, because opening a page blocks the event loop. */
const eventsAPage = 256;
/** Maximum number of cached item characters. */
const maxCharacters = 16 * 1024 * 1024;
/** Maximum number of responses with cached progress. */
const maxResponses = 1_000;

/**
 * The finished items of running responses, read from their logs. Read progress is cached and evicted by least recent
 * use: a client that polls every second has each event parsed once and not once a second.
 */
export class FinishedItemsCache {
  readonly #progress = new Map<string, Progress>();
  #size = 0;

  constructor(
    private readonly log: Pick<TurnEventLog, 'readEvents'>,
    private readonly maxSize = maxCharacters,
  ) {}

  /** The items that are finished by now, in their order. */
  async of({ owner, id }: Pick<TurnRecord, 'owner' | 'id'>): Promise<JsonObject[]> {
    const before = this.#progress.get(id) ?? initialProgress;
    const items = [...before.items];
    let { size } = before;
    const visit = (logged: Parameters<typeof parseEvent>[0]): void => {
      // Deltas, which are most of a log, need not be parsed.
      if (!logged.data.startsWith('{"type":"response.output_item.done"')) return;
      const event = parseEvent(logged);
      if (event.type !== 'response.output_item.done') return;
      items.push(event.item as JsonObject);
      size += logged.data.length;
    };
    const next = await visitTurnLog(this.log, owner, id, visit, { pageSize: eventsAPage, first: before.next });
    if (next === undefined) return [];
    this.#set(id, { next, items, size });
    return [...items];
  }

  /** What is remembered of a response that is over is of no use. */
  delete(id: string): void {
    this.#size -= this.#progress.get(id)?.size ?? 0;
    this.#progress.delete(id);
  }

  #set(id: string, progress: Progress): void {
    this.delete(id);
    this.#progress.set(id, progress);
    this.#size += progress.size;
    for (const oldest of this.#progress.keys()) {
      if (this.#size <= this.maxSize && this.#progress.size <= maxResponses) return;
      this.delete(oldest);
    }
  }
}
