/** A part of a document that a citation can name: a page, a slide, a sheet, or the text below a heading. */
export interface DocumentSection {
  /** Plain text, or Markdown where the format has headings, lists and tables. */
  readonly text: string;
  /** Number of the page or slide, from 1. */
  readonly page?: number;
  readonly heading?: string;
}

/** The readable text of a file, in its order. */
export interface ReadableDocument {
  readonly type: 'document';
  readonly title?: string;
  /** As the bytes, the declared type and the file name show it, such as `application/pdf`. */
  readonly mediaType: string;
  /** At least one, none of them empty. */
  readonly sections: readonly DocumentSection[];
  /** The document is longer than `maxCharacters` or `maxPages`: its end is omitted. */
  readonly truncated?: true;
}

/** `too_large` also stands for a file that takes too much time or memory to read. */
export type DocumentFailureCode = 'unsupported_file' | 'invalid_file' | 'too_large';

/** Why a file has no readable text. `message` is a sentence for the owner of the file. */
export interface DocumentFailure {
  readonly type: 'failure';
  readonly code: DocumentFailureCode;
  readonly message: string;
}

/** What is known of a file in addition to its bytes. */
export interface DocumentHints {
  /** The declared media type, with its charset if it has one. */
  readonly mediaType?: string;
  readonly filename?: string;
  /** Where it comes from; relative links become absolute by it. */
  readonly url?: string;
}

/** Limits on reading one file. */
export interface DocumentLimits {
  /** Maximum size of the file in bytes. Default 32 MiB. */
  readonly maxBytes: number;
  /** Maximum size of the unpacked entries of an Office file in bytes. Default 128 MiB. */
  readonly maxUnpackedBytes: number;
  /** Maximum number of entries of an Office file. Default 10,000. */
  readonly maxEntries: number;
  /** Later pages are omitted. Default 2,000. */
  readonly maxPages: number;
  /** Later text is omitted. Default 16 million. */
  readonly maxCharacters: number;
  /** Default 20 s. */
  readonly timeoutMs: number;
  /** Maximum heap of the process that reads the file, in MiB. Default 512. */
  readonly maxMemoryMiB: number;
}

/** The limits that a caller leaves out. */
export const defaultDocumentLimits: DocumentLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxUnpackedBytes: 128 * 1024 * 1024,
  maxEntries: 10_000,
  maxPages: 2_000,
  maxCharacters: 16_000_000,
  timeoutMs: 20_000,
  maxMemoryMiB: 512,
};
