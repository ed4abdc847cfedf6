import { boundSections } from './bound-sections.js';
import { decodeText } from './decode-text.js';
import { DocumentError } from './document-error.js';
import { charsetOf, documentFormat, essence, type DocumentFormat } from './document-format.js';
import type { DocumentFailure, DocumentHints, DocumentLimits, DocumentSection, ReadableDocument } from './document.js';
import { withoutInvisibleCharacters } from './invisible-characters.js';
import { splitMarkdown } from './split-markdown.js';

/** What the reader of a format returns. */
export interface ReadContent {
  readonly mediaType: string;
  readonly title?: string | undefined;
  readonly sections: readonly DocumentSection[];
  readonly truncated?: boolean;
}

/** Reads a file in this process, without a limit on time and memory: `readDocument` calls it in another one. */
export async function readBytes(
  bytes: Uint8Array,
  hints: DocumentHints,
  limits: DocumentLimits,
): Promise<ReadableDocument | DocumentFailure> {
  try {
    const content = await readFormat(documentFormat(bytes, hints), bytes, hints, limits);
    const { sections, truncated = content.truncated } = boundSections(content.sections, limits.maxCharacters);
    if (sections.length === 0) throw new DocumentError('invalid_file', 'The file is empty.');
    const title = content.title?.replace(/\s+/g, ' ').trim().slice(0, 500);
    return {
      type: 'document',
      mediaType: content.mediaType,
      sections,
      ...(title === undefined || title === '' ? {} : { title }),
      ...(truncated === true ? { truncated } : {}),
    };
  } catch (thrown) {
    // What a library throws may quote the file and helps its owner little.
    const error =
      thrown instanceof DocumentError
        ? thrown
        : isMissingLibrary(thrown)
          ? new DocumentError(
              'unsupported_file',
              'The service is installed without the libraries that read such files.',
            )
          : new DocumentError('invalid_file', 'The file is damaged, or not of the type that it declares.');
    return error.failure;
  }
}

/** The libraries are optional dependencies: an installation without them reads plain text. */
function isMissingLibrary(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
}

/** Each library is loaded when its format is read first. */
async function readFormat(
  format: DocumentFormat,
  bytes: Uint8Array,
  hints: DocumentHints,
  limits: DocumentLimits,
): Promise<ReadContent> {
  const { mediaType: declared = '' } = hints;
  switch (format) {
    case 'pdf':
      return (await import('./read-pdf.js')).readPdf(bytes, limits);
    case 'office':
      return (await import('./office/read-office.js')).readOffice(bytes, limits);
    case 'html':
      return (await import('./read-html.js')).readHtml(decodeHtml(bytes, charsetOf(declared)), hints.url);
    case 'markdown':
      return { mediaType: 'text/markdown', sections: splitMarkdown(plain(bytes, declared)) };
    case 'text': {
      const type = essence(declared);
      const mediaType = type === '' || type === 'application/octet-stream' ? 'text/plain' : type;
      return { mediaType, sections: [{ text: plain(bytes, declared) }] };
    }
  }
}

function plain(bytes: Uint8Array, declared: string): string {
  return withoutInvisibleCharacters(decodeText(bytes, charsetOf(declared)));
}

/** A page may name its charset in a `meta` element alone. */
function decodeHtml(bytes: Uint8Array, declared: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const charset = declared ?? /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1];
  return decodeText(bytes, charset, true);
}
