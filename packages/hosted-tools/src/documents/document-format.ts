import { DocumentError } from './document-error.js';
import type { DocumentHints } from './document.js';

/** The ways in which a file is read. `office`: its entries show which of the three formats it has. */
export type DocumentFormat = 'pdf' | 'office' | 'html' | 'markdown' | 'text';

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const htmlNames = /\.(?:html?|xhtml)$/i;
const markdownTypes: ReadonlySet<string> = new Set(['text/markdown', 'text/x-markdown']);
const markdownNames = /\.(?:md|markdown|mdx)$/i;
const binaryTypes = /^(?:image|audio|video|font)\//;

const unsupportedSignatures: readonly { readonly starts: string; readonly message: string }[] = [
  {
    starts: '\u00d0\u00cf\u0011\u00e0',
    message: 'The file is encrypted, or has an Office format from before 2007: save it as DOCX, PPTX, XLSX or PDF.',
  },
  { starts: '{\\rtf', message: 'RTF files are not supported: save the file as DOCX or PDF.' },
];

/** How to read a file. Its bytes decide first, then the declared type, then its name. Throws a {@link DocumentError}. */
export function documentFormat(bytes: Uint8Array, { mediaType = '', filename = '' }: DocumentHints): DocumentFormat {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004')) return 'office';
  const unsupported = unsupportedSignatures.find(({ starts }) => start.startsWith(starts));
  if (unsupported !== undefined) throw new DocumentError('unsupported_file', unsupported.message);
  const type = essence(mediaType);
  if (binaryTypes.test(type) || (start.includes('\0') && !hasUtf16Mark(start)))
    throw new DocumentError('unsupported_file', 'The file has no readable text.');
  if (htmlTypes.has(type)) return 'html';
  if (markdownTypes.has(type)) return 'markdown';
  if (type !== '' && type !== 'application/octet-stream' && type !== 'text/plain') return 'text';
  if (htmlNames.test(filename)) return 'html';
  if (markdownNames.test(filename)) return 'markdown';
  return type !== 'text/plain' && /^\s*<(?:!doctype\s+html|html[\s>])/i.test(start) ? 'html' : 'text';
}

/** A media type without its parameters, in lower case. */
export function essence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The charset of a media type such as `text/html; charset=latin1`. */
export function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(mediaType)?.[1];
}

function hasUtf16Mark(start: string): boolean {
  return start.startsWith('\u00ff\u00fe') || start.startsWith('\u00fe\u00ff');
}
