import { EngineError, YieldTimer } from '@org/engine';
import type { FileRecord, FileStore } from '@org/engine';

/**
 * The content of a file, chunk by chunk. Throws `not-found` when the file is deleted during the read, so that no reader
 * takes a part for the complete file. Each chunk has a time slice of its own: a client that reads fast would otherwise
 * occupy the event loop until the end of the file, and a hundred that begin at once for the first chunk of each.
 */
export async function* contentOf(
  store: Pick<FileStore, 'readFileChunk'>,
  { owner, id, size }: FileRecord,
): AsyncGenerator<Uint8Array, void, void> {
  const timer = new YieldTimer();
  let read = 0;
  for (let number = 0; read < size; number += 1) {
    await timer.yieldToEventLoop();
    const chunk = await store.readFileChunk(owner, id, number);
    if (chunk === undefined) throw new EngineError('not-found', 'The file was deleted while it was read.');
    read += chunk.length;
    yield chunk;
  }
}
