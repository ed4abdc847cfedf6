import type { Citable, DocumentText, NumberedPassage } from '../../model/citable.js';
import type { CodeResult, HostedToolResult } from '../../model/hosted-tool.js';
import type { ServerCallOutcome } from '../../model/server-tool.js';
import type { Message } from '../../model/message.js';
import type { Citation, Part, ToolResultPart } from '../../model/part.js';
import type { CitableSource } from '../../ports/hosted-tools.js';
import { documentPassages, type DocumentPassage } from './document-passages.js';
import { numbersOf, sourcesOfResult } from './sources-of-result.js';

/** Characters of a source that a citation quotes. */
const maxQuoteLength = 150;
/** Markers have at most six digits. */
const maxNumber = 999_999;

/** The sources of a conversation, by the numbers under which the model reads them. */
export class CitableSources {
  readonly #sources = new Map<number, CitableSource | DocumentPassage>();
  readonly #numbers = new Map<string, number>();
  /** Numbers that stand for several things. */
  readonly #ambiguous = new Set<number>();
  /** Numbers whose sources no result of this turn has offered. */
  readonly #earlier = new Set<number>();
  /** Files that code has made, by name. */
  readonly #files = new Map<string, Citation>();
  /** Numbers that results in the history or of this turn have. */
  readonly #taken = new Set<number>();
  #last = 0;
  /** The last number of a passage of a document. */
  #lastPassage = 0;
  /** How many documents and search results the conversation has so far. */
  readonly #counts = { document: 0, 'search-result': 0 };

  /** The results in `history` offer their sources, and numbers go on after theirs, so that no number has two meanings. */
  constructor(history: readonly Message[]) {
    this.#counts.document = uncitedDocumentsIn(history);
    for (const number of numbersOfUsers(history)) this.#ambiguous.add(number);
    for (const part of history.flatMap(({ parts }) => parts))
      if (part.type === 'tool-result' && part.hosted !== undefined && part.hosted.type !== 'code')
        this.#addResult(part.content, part.hosted);
    for (const number of this.#sources.keys()) this.#earlier.add(number);
  }

  /** Whether a text can cite anything. */
  get isEmpty(): boolean {
    return this.#sources.size === 0 && this.#files.size === 0;
  }

  /** The files that a text may name. */
  get files(): Iterable<readonly [string, Citation]> {
    return this.#files;
  }

  numberOf(source: CitableSource): number {
    const key = keyOf(source);
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      this.#earlier.delete(known);
      return known;
    }
    this.#last = this.#nextNumber();
    this.#taken.add(this.#last);
    this.#numbers.set(key, this.#last);
    this.#sources.set(this.#last, source);
    return this.#last;
  }

  /**
   * The next document, or search result, of the conversation: its passages with their numbers, as far as there are
   * enough. Without `text` it has none, and keeps its position.
   */
  addDocument(citable: Citable, text: DocumentText | undefined): readonly NumberedPassage[] {
    const index = this.#counts[citable.type];
    this.#counts[citable.type] += 1;
    const passages = text === undefined ? [] : documentPassages(citable, index, text);
    return passages.flatMap((passage) => {
      const number = this.#addPassage(passage);
      return number === undefined ? [] : [{ number, text: passage.text, from: passage.from }];
    });
  }

  /**
   * The number of a passage of a document: the lowest free one, so that the documents of a conversation have the same
   * numbers in each of its turns. Undefined where all are taken.
   */
  #addPassage(passage: DocumentPassage): number | undefined {
    do this.#lastPassage += 1;
    while (this.#taken.has(this.#lastPassage));
    if (this.#lastPassage > maxNumber) return undefined;
    this.#take(this.#lastPassage);
    this.#sources.set(this.#lastPassage, passage);
    return this.#lastPassage;
  }

  /** After the highest number, the lowest free ones follow. */
  #nextNumber(): number {
    if (this.#taken.size + this.#ambiguous.size >= maxNumber) this.#taken.clear();
    let next = this.#last;
    do next = (next % maxNumber) + 1;
    while (this.#taken.has(next) || this.#ambiguous.has(next));
    return next;
  }

  /** `inThisTurn`: only a source that a result of this turn offers counts. */
  has(number: number, inThisTurn = false): boolean {
    return this.#sources.has(number) && !(inThisTurn && this.#earlier.has(number));
  }

  /** The source of a number, as a citation of the passage from `start` to `end`; undefined for an unknown number. */
  cite(number: number, start: number, end: number): Citation | undefined {
    const source = this.#sources.get(number);
    if (source === undefined) return undefined;
    switch (source.type) {
      case 'page': {
        const { url, title } = source;
        return { url, ...(title !== undefined && { title }), start, end, quote: quoteOf(source) };
      }
      case 'file': {
        const { fileId, filename } = source;
        return { type: 'file', fileId, filename, start, end, quote: quoteOf(source) };
      }
      case 'document':
      case 'search-result': {
        const { text: quote, ...passage } = source;
        return { ...passage, start, end, quote };
      }
    }
  }

  /** Adds what an outcome of an earlier attempt offers, under the numbers that the model has read. */
  restore({ content, hosted }: ServerCallOutcome): void {
    if (hosted !== undefined) this.#addResult(content, hosted);
  }

  #addResult(content: ServerCallOutcome['content'] | ToolResultPart['content'], hosted: HostedToolResult): void {
    if (hosted.type === 'code') return this.addFiles(hosted);
    for (const number of numbersOf(content)) this.#take(number);
    for (const [number, source] of sourcesOfResult(content, hosted)) this.#addSource(number, source);
  }

  /** A number that stands for several sources, as in merged conversations, or that a user writes, cites none. */
  #addSource(number: number, source: CitableSource): void {
    const other = this.#sources.get(number);
    if (this.#ambiguous.has(number)) return;
    if (other === undefined) {
      this.#numbers.set(keyOf(source), number);
      this.#sources.set(number, source);
    } else if (!isNumbered(other) || keyOf(other) !== keyOf(source)) {
      this.#ambiguous.add(number);
      this.#sources.delete(number);
      if (isNumbered(other)) this.#numbers.delete(keyOf(other));
    }
  }

  #take(number: number): void {
    this.#taken.add(number);
    this.#last = Math.max(this.#last, number);
  }

  /** Adds the files that code has made. */
  addFiles({ containerId, files }: Pick<CodeResult, 'containerId' | 'files'>): void {
    for (const { fileId, filename } of files)
      this.#files.set(filename, { type: 'container-file', containerId, fileId, filename });
  }
}

function quoteOf({ text }: CitableSource): string {
  const quote = text.slice(0, maxQuoteLength);
  // Half of a character that the limit divides is no text.
  return quote.length < text.length && /[\uD800-\uDBFF]$/.test(quote) ? quote.slice(0, -1) : quote;
}

/** Other numbers that users write count as sources. */
const maxUserNumbers = 10_000;

/** Numbers in brackets that users have written: a model that repeats them means no source. */
function numbersOfUsers(history: readonly Message[]): readonly number[] {
  const texts = history.flatMap(({ role, parts }) =>
    role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  );
  return texts
    .flatMap((text) => [...text.matchAll(/\[(\d{1,6})\]/g)].map(([, digits]) => Number(digits)))
    .slice(0, maxUserNumbers);
}

function keyOf(source: CitableSource): string {
  return JSON.stringify(source.type === 'page' ? [source.url] : [source.fileId, source.text]);
}

function isNumbered(source: CitableSource | DocumentPassage): source is CitableSource {
  return source.type === 'page' || source.type === 'file';
}

/** Documents that the model may not cite keep their positions: in one request, all of them may be cited, or none. */
function uncitedDocumentsIn(history: readonly Message[]): number {
  const parts = history.flatMap((message) => message.parts);
  const contents = parts.flatMap((part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part]));
  return contents.filter(
    (part) =>
      (part.type === 'media' && part.media === 'document' && part.citable === undefined) ||
      (part.type === 'opaque' && part.apiType === 'document' && part.citable === undefined),
  ).length;
}
