import type { Citable, CitedUnit, DocumentText } from '../../model/citable.js';
import type { DocumentCitation } from '../../model/part.js';

/** A passage of a document that the model may cite. */
export interface DocumentPassage extends Pick<DocumentCitation, 'type' | 'index' | 'title' | 'source' | 'fileId'> {
  readonly unit: CitedUnit;
  readonly from: number;
  readonly to: number;
  /** The passage, as its document has it. */
  readonly text: string;
}

/** Shorter sentences share a passage, because each number costs tokens. */
const minLength = 80;
/** A sentence that is longer than this is cited in parts. */
const maxLength = 1_000;
/** Passages of one text at most; those of a longer text are longer. */
const maxPassages = 5_000;

/** The passages of a document, in their order; those without text are left out. */
export function documentPassages(citable: Citable, index: number, document: DocumentText): readonly DocumentPassage[] {
  const { type, title, source, fileId } = citable;
  const named = {
    type,
    index,
    ...(title !== undefined && { title }),
    ...(source !== undefined && { source }),
    ...(fileId !== undefined && { fileId }),
  };
  switch (document.unit) {
    case 'character':
      return sentencesOf(document.text).map(({ start, end }) => ({
        ...named,
        unit: 'character',
        from: start,
        to: end,
        text: document.text.slice(start, end),
      }));
    case 'block':
      return document.texts.flatMap((text, at): readonly DocumentPassage[] =>
        text.trim() === '' ? [] : [{ ...named, unit: 'block', from: at, to: at + 1, text }],
      );
    case 'page':
      return document.texts.flatMap((page, at) =>
        sentencesOf(page).map(({ start, end }): DocumentPassage => {
          return { ...named, unit: 'page', from: at + 1, to: at + 2, text: page.slice(start, end) };
        }),
      );
  }
}

/** After these a sentence has ended; a line ends one, too. */
const sentenceEnd = /[.!?…]["'”’)\]]*\s+|[。！？]["”’」』）]*\s*|\n\s*/g;

/** The white space before a passage. */
const blank = /\s*/y;

/**
 * Sentences of a text without the white space around them; together they contain everything else. Ends are looked for
 * behind the minimum length only, so that a long text costs little.
 */
function sentencesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const length = Math.max(minLength, Math.ceil(text.length / maxPassages));
  const sentences: { readonly start: number; readonly end: number }[] = [];
  let start = text.length - text.trimStart().length;
  while (start < text.length) {
    const part = text.slice(start, start + Math.max(maxLength, length));
    sentenceEnd.lastIndex = length - 1;
    const found = sentenceEnd.exec(part);
    const isLast = found === null && start + part.length === text.length;
    const next = start + (found === null ? (isLast ? part.length : lengthOfCut(part)) : found.index + found[0].length);
    sentences.push({ start, end: start + text.slice(start, next).trimEnd().length });
    blank.lastIndex = next;
    blank.test(text);
    start = blank.lastIndex;
  }
  return sentences;
}

/** How much of the start of a long sentence is a passage: up to its last white space, or all of it. */
function lengthOfCut(part: string): number {
  const space = part.search(/\s\S*$/);
  if (space > 0) return space;
  // Half of a character is no text.
  return /[\uD800-\uDBFF]$/.test(part) ? part.length - 1 : part.length;
}
