import { EngineError } from '@org/engine';
import type { DialectId } from '@org/engine';
import type { Message } from '@org/engine';
import type { MediaPart, MediaSource, Part } from '@org/engine';
import { setOriginalPart } from '@org/engine';
import { documentText } from '@org/engine';
import type { FileRecord, FileStore } from '@org/engine';
import { contentOf } from './content-of.js';
import { isFileId } from '../upstream-policy/is-file-id.js';

/** Where {@link inlineFiles} finds files, and how many bytes it may read. */
export interface FileOptions {
  readonly store: Pick<FileStore, 'getFile' | 'readFileChunk'>;
  readonly owner: string;
  /**
   * Dialect of an upstream that receives the client's request unchanged and may store files itself: unknown ids are
   * passed through to it. Absent: every id must be known.
   */
  readonly native: DialectId | undefined;
  /** Whether an id of this service's form must be known for every upstream. Default false. */
  readonly rejectsUnknown?: boolean;
  /** Maximum total size of all files in bytes. */
  readonly maxBytes: number;
  /** Reserves memory for that many bytes before they are read. May wait, and throw. */
  readonly reserve: (bytes: number) => Promise<void> | undefined;
  /** The field of the request that names a file. `undefined`: an earlier turn does. */
  readonly pathOf: (fileId: string) => string | undefined;
}

/** Replaces file ids in messages with the content of the owner's files. Messages without files are returned unchanged. */
export async function inlineFiles(messages: readonly Message[], options: FileOptions): Promise<readonly Message[]> {
  if (!messages.some(({ parts }) => namesFiles(parts))) return messages;
  const found = await findFiles(
    messages.flatMap(({ parts }) => filesIn(parts)),
    options,
  );
  if (found.size === 0) return messages;
  const sources = new Map<string, MediaSource>();
  for (const [id, file] of found) sources.set(id, await sourceOf(file, options));
  return messages.map((message) =>
    !namesFiles(message.parts)
      ? message
      : { ...message, parts: message.parts.map((part) => withSource(part, found, sources)) },
  );
}

/**
 * Finds the files that this service stores. Throws for the first that is missing, and for one whose type differs from
 * its part.
 */
async function findFiles(
  named: readonly NamedFile[],
  { store, owner, native, rejectsUnknown = false, maxBytes, reserve, pathOf }: FileOptions,
): Promise<ReadonlyMap<string, FileRecord>> {
  const found = new Map<string, FileRecord>();
  let bytes = 0;
  for (const { media, fileId } of named) {
    const file = found.get(fileId) ?? (await store.getFile(owner, fileId));
    const path = pathOf(fileId);
    // A file that an earlier turn referenced at its own upstream is reported to other models as not shown.
    const isOwn = isFileId(fileId);
    const isOthers =
      native === undefined ? path === undefined && !isOwn : !(rejectsUnknown && isOwn && path !== undefined);
    if (file === undefined && isOthers) continue;
    if (file === undefined) throw noSuchFile(fileId, path);
    if ((media === 'image') !== file.mediaType.startsWith('image/'))
      throw new EngineError(
        'invalid-request',
        at(path, fileId, media === 'image' ? 'must be an image' : 'must be a document'),
        { param: path, retryable: false },
      );
    if (found.has(fileId)) continue;
    bytes += file.size;
    if (bytes > maxBytes)
      throw new EngineError(
        'too-large',
        at(path, fileId, `exceeds the limit: the files of a request may have at most ${maxBytes} bytes in total`),
        { param: path },
      );
    found.set(fileId, file);
  }
  if (bytes > 0) await reserve(bytes);
  return found;
}

/** The same error for a file that never existed, was deleted, has expired, or belongs to another owner. */
function noSuchFile(fileId: string, path: string | undefined): EngineError {
  const message =
    path === undefined
      ? `The file '${fileId.slice(0, 64)}' of an earlier turn is no longer stored.`
      : `${path}: there is no file with this id.`;
  return new EngineError('not-found', message, { param: path, retryable: false });
}

function at(path: string | undefined, fileId: string, rule: string): string {
  return path === undefined ? `The file '${fileId}' of an earlier turn ${rule}.` : `${path}: the file ${rule}.`;
}

async function sourceOf(file: FileRecord, { store, native }: FileOptions): Promise<MediaSource> {
  let data = '';
  // Chunks hold complete groups of three bytes, so that encoding a file does not block the event loop.
  for await (const chunk of contentOf(store, file)) {
    data += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('base64');
  }
  const source: MediaSource = { type: 'base64', mediaType: file.mediaType, data };
  // That API has a field for text, and accepts no other bytes than those of PDF files.
  const text = native === 'messages' ? documentText(source) : undefined;
  return text === undefined ? source : { type: 'text', mediaType: 'text/plain', text };
}

function withSource<P extends Part>(
  part: P,
  files: ReadonlyMap<string, FileRecord>,
  sources: ReadonlyMap<string, MediaSource>,
): P | MediaPart;
function withSource(
  part: Part,
  files: ReadonlyMap<string, FileRecord>,
  sources: ReadonlyMap<string, MediaSource>,
): Part {
  if (part.type === 'tool-result')
    return { ...part, content: part.content.map((inner) => withSource(inner, files, sources)) };
  if (part.type !== 'media' || part.source.type !== 'file') return part;
  const [file, source] = [files.get(part.source.fileId), sources.get(part.source.fileId)];
  if (file === undefined || source === undefined) return part;
  return setOriginalPart(
    { ...part, source, ...(part.media === 'document' && part.filename === undefined && { filename: file.filename }) },
    part,
  );
}

interface NamedFile {
  readonly media: MediaPart['media'];
  readonly fileId: string;
}

/**
 * Whether any part references a file. It runs for every request, most of which reference none, so it allocates
 * nothing.
 */
function namesFiles(parts: readonly Part[]): boolean {
  return parts.some((part) =>
    part.type === 'tool-result' ? namesFiles(part.content) : part.type === 'media' && part.source.type === 'file',
  );
}

/** The files that parts reference, including those in tool results. */
function filesIn(parts: readonly Part[]): readonly NamedFile[] {
  return parts.flatMap((part): readonly NamedFile[] => {
    if (part.type === 'tool-result') return filesIn(part.content);
    return part.type === 'media' && part.source.type === 'file'
      ? [{ media: part.media, fileId: part.source.fileId }]
      : [];
  });
}
