/** What the client says of a part whose passages the model may cite. */
export interface Citable {
  readonly type: 'document' | 'search-result';
  readonly title?: string;
  /** Where a search result is from, such as its URL. */
  readonly source?: string;
  /** The uploaded file that a document is. */
  readonly fileId?: string;
  /** What the model reads of a document beside its title and its text. */
  readonly context?: string;
  /** Texts that are cited as a whole; an empty one keeps the index of a block without text. */
  readonly blocks?: readonly string[];
  /** A text that is cited by sentences. Absent, without `blocks` too: the part's own text or pages are. */
  readonly text?: string;
}

/** A document as the model reads it: the texts that are cited as a whole, its pages, or one text. */
export type DocumentText =
  | { readonly unit: 'block' | 'page'; readonly texts: readonly string[] }
  | { readonly unit: 'character'; readonly text: string };

/** A passage under the number by which the model cites it. */
export interface NumberedPassage {
  readonly number: number;
  /** The passage, as its document has it. */
  readonly text: string;
  /** Where it starts in its document, in the document's unit. */
  readonly from: number;
}

/** What the positions of a cited passage count: UTF-16 units of a text, pages from 1, or blocks from 0. */
export type CitedUnit = 'character' | 'page' | 'block';
