import { EngineError, type FileAttributes, type FileStore, type NewVectorStoreFile } from '@org/engine';
import { autoChunkLengths } from '@org/hosted-tools';
import type { FileChunkingStrategyParam } from '@org/protocol/responses';
import type { RequestContext } from '../request-context/request-context.js';
import { mapWithConcurrency } from '../batches/map-with-concurrency.js';

/** A file that a request attaches. */
export interface FileToAttach {
  readonly fileId: string;
  /** Path of the id in the request. */
  readonly param: string;
  readonly attributes?: FileAttributes | null | undefined;
  readonly strategy?: FileChunkingStrategyParam | undefined;
}

/** Who attaches files, and when. */
export type AttachedBy = Pick<NewVectorStoreFile, 'keyName' | 'createdAt'>;

/** A request attaches files at `createdAt` (Unix milliseconds). */
export function attachedBy({ principal }: Pick<RequestContext, 'principal'>, createdAt: number): AttachedBy {
  return { ...(principal !== undefined && { keyName: principal.keyName }), createdAt };
}

/** The files as the store takes them, each once. Throws `not-found` for one that does not exist or has another owner. */
export async function findFilesToAttach(
  store: Pick<FileStore, 'getFile'>,
  owner: string,
  files: readonly FileToAttach[],
  by: AttachedBy,
): Promise<readonly NewVectorStoreFile[]> {
  // The last one of several with one id counts.
  const distinct = [...new Map(files.map((file) => [file.fileId, file])).values()];
  return await mapWithConcurrency(distinct, async ({ fileId, param, attributes, strategy }) => {
    const file = await store.getFile(owner, fileId);
    if (file === undefined) throw new EngineError('not-found', `${param}: there is no file with this id.`, { param });
    return {
      fileId,
      filename: file.filename,
      attributes: attributes ?? {},
      chunkLengths: toChunkLengths(strategy),
      ...by,
    };
  });
}

function toChunkLengths(strategy: FileChunkingStrategyParam | undefined): NewVectorStoreFile['chunkLengths'] {
  if (strategy === undefined || strategy.type === 'auto') return autoChunkLengths;
  const { max_chunk_size_tokens: maxTokens, chunk_overlap_tokens: overlapTokens } = strategy.static;
  return { maxTokens, overlapTokens };
}
