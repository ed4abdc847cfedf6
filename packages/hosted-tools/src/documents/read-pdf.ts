import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.js';
import type { DocumentLimits, DocumentSection } from './document.js';
import { withoutInvisibleCharacters } from './invisible-characters.js';
import type { ReadContent } from './read-bytes.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text of each page of a PDF. A scan without text throws `unsupported_file`. */
export async function readPdf(bytes: Uint8Array, { maxPages, maxCharacters }: DocumentLimits): Promise<ReadContent> {
  const pdf = await open(bytes);
  try {
    const count = Math.min(pdf.numPages, maxPages);
    const sections: DocumentSection[] = [];
    let characters = 0;
    for (let page = 1; page <= count && characters <= maxCharacters; page += 1) {
      const text = await textOfPage(pdf, page);
      characters += text.length;
      sections.push({ text, page });
    }
    if (sections.every(({ text }) => text === ''))
      throw new DocumentError(
        'unsupported_file',
        `The PDF has no text on its ${pdf.numPages} pages: it seems to be a scan. Use a PDF with recognized text.`,
      );
    const read = sections.length < pdf.numPages ? { truncated: true } : {};
    return { mediaType: 'application/pdf', title: await titleOf(pdf), sections, ...read };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes the bytes over, accepts no Buffer, and reads no file or URL for fonts.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
    });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'PasswordException')
      throw new DocumentError('unsupported_file', 'The PDF is protected by a password.');
    throw new DocumentError('invalid_file', 'The PDF is damaged.');
  }
}

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  try {
    const { items } = await page.getTextContent();
    let text = '';
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    return withoutInvisibleCharacters(text)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  } finally {
    page.cleanup();
  }
}

async function titleOf(pdf: Pdf): Promise<string | undefined> {
  const { info } = await pdf.getMetadata();
  const title: unknown = Object.entries(info).find(([name]) => name === 'Title')?.[1];
  return typeof title === 'string' ? title : undefined;
}
