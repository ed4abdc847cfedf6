// Reads the form of an upload as a stream.
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { EngineError } from '@org/engine';

/** The fields of a form other than the bytes of its file. */
export interface UploadForm {
  /** Raw fields by name. Of several with one name the last counts. */
  readonly fields: ReadonlyMap<string, string>;
  /** File metadata in the form. */
  readonly filename: string | undefined;
  readonly mediaType: string;
  /** The form has a file. */
  readonly hasFile: boolean;
}

export interface UploadOptions {
  readonly contentType: string;
  /** Maximum bytes of the file. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** A form with this field needs no file. */
  readonly insteadOfFile?: string;
  /** Consumes the bytes of the file as they arrive, with backpressure. An error that it throws ends the reading. */
  readonly take: (bytes: AsyncIterable<Buffer>) => Promise<void>;
}

const fileField = 'file';
/** The rest of a form is a few short fields. */
const limits = { files: 1, fields: 20, fieldSize: 4096, parts: 24, headerPairs: 32, headerSize: 16_384 };

/**
 * Reads a form to its end. Throws `invalid-request` for a malformed form or one without a file, `too-large` for a
 * file that exceeds the limit.
 */
export async function readUpload(
  body: Readable,
  { contentType, maxBytes, signal, insteadOfFile, take }: UploadOptions,
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
    // The remaining bytes are not read, so that the client receives the error.
    body.unpipe(form);
    body.resume();
    content?.destroy();
    await consumed?.catch(() => undefined);
    throw thrown;
  }
  if (file !== undefined) return { fields, ...file, hasFile: true };
  if (insteadOfFile === undefined || !fields.has(insteadOfFile))
    throw new EngineError('invalid-request', `${fileField}: is required.`, { param: fileField });
  return { fields, filename: undefined, mediaType: '', hasFile: false };
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
