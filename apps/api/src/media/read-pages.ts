import { pageTexts, readDocument } from '@org/hosted-tools';
import type { TurnPorts } from '@org/engine';

/** Reads the text of each page of a PDF file, in a process with limits. A file that is cut off by them has no text. */
export const readPages: NonNullable<TurnPorts['readPages']> = async ({ source, filename }, { signal, owner }) => {
  if (source.type !== 'base64' || !/^\s*application\/pdf\b/i.test(source.mediaType)) return undefined;
  const document = await readDocument(
    Buffer.from(source.data, 'base64'),
    { mediaType: 'application/pdf', ...(filename !== undefined && { filename }) },
    { signal, owner },
  );
  if (document.type === 'failure' || document.truncated === true) return undefined;
  return pageTexts(document.sections);
};
