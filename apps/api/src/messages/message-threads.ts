import { EngineError, type Store } from '@org/engine';
import { isResponseId } from '../turn/response-id.js';

export interface MessageThreadsOptions {
  readonly store: Store;
}

/** What is kept of threads. One that never was and one of somebody else are the same. */
export class MessageThreads {
  readonly #store: Store;

  constructor({ store }: MessageThreadsOptions) {
    this.#store = store;
  }

  /**
   * Deletes the answer `messageId` and all that it goes on from, up to what something else goes on from as well. Throws `not-found`. The
   * oldest goes first: whoever is interrupted can ask again under the same id.
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
    // A batch is kept as a turn of this dialect, too, and a thread may go on from a response.
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

/** The id is not repeated: the answer is the same to the byte for every id that cannot be had. */
function notFound(): EngineError {
  return new EngineError('not-found', 'No thread ends with a message of this id.');
}
