import { EngineError, type TurnPorts } from '@org/engine';
import { type FileOptions, inlineFiles } from './inline-files.js';
import { containerFiles } from './container-files.js';
import { fieldPaths } from './field-paths.js';

const fileFields: ReadonlySet<string> = new Set(['file_id']);

/**
 * The port through which a turn reads the files that the request `body`, or an earlier turn, names. An error names
 * the field of the body.
 */
export function readFilesOf(
  body: unknown,
  options: Pick<FileOptions, 'store' | 'maxBytes' | 'reserve' | 'rejectsUnknown'>,
): NonNullable<TurnPorts['readFiles']> {
  let known: ReadonlyMap<string, string> | undefined;
  const pathOf = (fileId: string): string | undefined => (known ??= fieldPaths(body, fileFields)).get(fileId);
  return async (messages, reader) => {
    // Only an upstream of the client's own dialect has containers.
    if (reader.native !== undefined) await rejectStoredFilesInContainers(body, reader.owner, options.store);
    return await inlineFiles(messages, { ...options, ...reader, pathOf });
  };
}

/** A file stored here does not exist at the upstream, whose error would confuse the client. */
async function rejectStoredFilesInContainers(body: unknown, owner: string, store: FileOptions['store']): Promise<void> {
  for (const { id, path } of containerFiles(body)) {
    if ((await store.getFile(owner, id)) === undefined) continue;
    throw new EngineError(
      'invalid-request',
      `${path}: a container belongs to the upstream and cannot contain a file of this service; upload the file to the upstream.`,
      { param: path, retryable: false },
    );
  }
}
