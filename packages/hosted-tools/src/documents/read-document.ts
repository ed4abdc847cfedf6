import { DocumentError } from './document-error.js';
import {
  defaultDocumentLimits,
  type DocumentFailure,
  type DocumentHints,
  type DocumentLimits,
  type ReadableDocument,
} from './document.js';
import { parserProcesses } from './process/parser-processes.js';

/** Options of {@link readDocument}. */
export interface ReadDocumentOptions {
  readonly signal: AbortSignal;
  /** Absent members have their defaults. */
  readonly limits?: Partial<DocumentLimits>;
  /** No response waits for the file, so others go first. Default false. */
  readonly isBackground?: boolean;
}

/**
 * Reads the text of a file: HTML, PDF, DOCX, PPTX, XLSX, Markdown, and all that is text, such as code, CSV and JSON.
 * A process with limits on time and memory reads it, so a hostile file ends as a failure. Throws only `cancelled`,
 * at once after an abort.
 */
export async function readDocument(
  bytes: Uint8Array,
  hints: DocumentHints,
  { signal, limits: given = {}, isBackground = false }: ReadDocumentOptions,
): Promise<ReadableDocument | DocumentFailure> {
  const limits = { ...defaultDocumentLimits, ...given };
  if (bytes.length > limits.maxBytes)
    return new DocumentError('too_large', `The file has more than ${limits.maxBytes} bytes.`).failure;
  if (bytes.length === 0) return new DocumentError('invalid_file', 'The file is empty.').failure;
  return await parserProcesses.run({ type: 'document', bytes, hints, limits }, limits, { signal, isBackground });
}
