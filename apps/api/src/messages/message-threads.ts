import { EngineError, type Store } from '@org/engine';
import { isResponseId } from '../turn/response-id.js';

export interface MessageThreadsOptions {
  readonly store: Store;
}

/** Stored message threads. A missing one and one of another owner are indistinguishable. */
export class MessageThreads {
  readonly #store: Store;

  constructor({ store }: MessageThreadsOptions) {
    this.#store = store;
  }

  /**
   * Deletes the message `messageId` and its predecessors, up to one that another message continues as well. Throws
   * `not-found`. Deletes the oldest first: an interrupted client can retry with the same id.
   */
  async delete(owner: string, messageId: string): Promise<void> {
    const thread = await this.#threadOf(owner, messageId);
    let deleted = false;
    for (const id of thread.toReversed()) deleted = await this.#store.deleteTurn(owner, id);
    if (!deleted) throw notFound();
  }

  /** The newest first. */
  async #threadOf(owner: string, messageId: string): Promise<readonly string[]> {
    const ids: string[] = [];
    // A batch is stored as a turn of this dialect, too, and a thread may continue a response.
    for (let id: string | undefined = messageId; id !== undefined && isResponseId('messages', id);) {
      if (ids.length > 0 && (await this.#store.countContinuing(owner, id)) > 1) break;
      const turn = await this.#store.getTurn(owner, id);
      if (turn === undefined) break;
      ids.push(id);
      id = turn.previousId;
    }
    return ids;
  }
}

/** Omits the id: the response has the same bytes for every unavailable id. */
function notFound(): EngineError {
  return new EngineError('not-found', 'No thread ends with a message of this id.');
}
