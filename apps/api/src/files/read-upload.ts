// The form that a file comes in, read while it is on its way.
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { EngineError } from '@org/engine';

/** What stands in a form beside the bytes of its file. */
export interface UploadForm {
  /** Fields by their names, as they came. Of several with one name the last counts. */
  readonly fields: ReadonlyMap<string, string>;
  /** What the form says of its file. */
  readonly filename: string | undefined;
  readonly mediaType: string;
}

export interface UploadOptions {
  readonly contentType: string;
  /** Most bytes of the file. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Takes the bytes of the file as they come; no more are read until it is ready for them. What it throws ends the reading. */
  readonly take: (bytes: AsyncIterable<Buffer>) => Promise<void>;
}

const fileField = 'file';
/** The rest of a form is a few short fields. */
const limits = { files: 1, fields: 20, fieldSize: 4096, parts: 24, headerPairs: 32, headerSize: 16_384 };

/** Reads a form to its end. Throws `invalid-request` for one that is malformed or without a file, `too-large` for a file that is. */
export async function readUpload(
  body: Readable,
  { contentType, maxBytes, signal, take }: UploadOptions,
): Promise<UploadForm> {
  const fields = new Map<string, string>();
  let file: Pick<UploadForm, 'filename' | 'mediaType'> | undefined;
  let content: BusboyFileStream | undefined;
  let consumed: Promise<void> | undefined;
  const form = openForm(contentType, maxBytes);
  const ended = new Promise<void>((resolve, reject) => {
    form.on('finish', resolve);
    form.on('error', (cause) => reject(malformed(cause)));
    body.once('error', reject);
    body.once('close', () => {
      if (!body.readableEnded) reject(new EngineError('cancelled', 'The client closed the connection.'));
    });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(limit, () =>
        reject(
          new EngineError('invalid-request', 'The form has too many parts; it may have one file and a few fields.'),
        ),
      );
    form.on('field', (name, value, _, isTruncated) => {
      if (isTruncated) reject(new EngineError('invalid-request', 'A field of the form is too long.'));
      fields.set(name, value);
    });
    form.on('file', (name, bytes: BusboyFileStream, filename: string | undefined, _, mediaType) => {
      if (name !== fileField) {
        bytes.resume();
        reject(
          new EngineError('invalid-request', `${fileField}: the file part of the form must have this name.`, {
            param: fileField,
          }),
        );
        return;
      }
      file = { filename, mediaType };
      content = bytes;
      // It fails together with the form, which may be before anybody listens.
      bytes.on('error', () => undefined);
      bytes.once('limit', () =>
        reject(
          new EngineError('too-large', `${fileField}: must have at most ${maxBytes} bytes.`, { param: fileField }),
        ),
      );
      consumed = take(bytes);
      consumed.catch(reject);
    });
  });
  body.pipe(form);
  try {
    await ended;
    await consumed;
  } catch (thrown) {
    // What is left is read by nobody, so that the client gets to hear of it.
    body.unpipe(form);
    body.resume();
    content?.destroy();
    await consumed?.catch(() => undefined);
    throw thrown;
  }
  if (file === undefined) throw new EngineError('invalid-request', `${fileField}: is required.`, { param: fileField });
  return { fields, ...file };
}

function openForm(contentType: string, fileSize: number): ReturnType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...limits, fileSize } });
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause: unknown): EngineError {
  return new EngineError('invalid-request', 'The body is not a valid form (multipart/form-data).', { cause });
}
