import { EngineError } from '@org/engine';
import type { FileRecord, FileStore } from '@org/engine';

/**
 * The content of a file, chunk by chunk. Throws `not-found` when the file is deleted during the read, so that no reader
 * takes a part for the complete file.
 */
export async function* contentOf(
  store: Pick<FileStore, 'readFileChunk'>,
  { owner, id, size }: FileRecord,
): AsyncGenerator<Uint8Array, void, void> {
  let read = 0;
  for (let number = 0; read < size; number += 1) {
    const chunk = await store.readFileChunk(owner, id, number);
    if (chunk === undefined) throw new EngineError('not-found', 'The file was deleted while it was read.');
    read += chunk.length;
    yield chunk;
  }
}
