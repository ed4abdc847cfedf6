import type { CodeResult } from '../../model/hosted-tool.js';
import type { Message } from '../../model/message.js';
import type { Citation } from '../../model/part.js';
import type { CitableSource } from '../../ports/hosted-tools.js';

/** Characters of a source that a citation quotes. */
const maxQuoteLength = 150;

/** The sources of a conversation, by the numbers under which the model reads them. */
export class CitableSources {
  readonly #sources = new Map<number, CitableSource>();
  readonly #numbers = new Map<string, number>();
  /** Files that code has made in this turn, by name. */
  readonly #files = new Map<string, Citation>();
  #last: number;

  /** Numbers go on after those that results in `history` show, so that no number has two meanings. */
  constructor(history: readonly Message[]) {
    this.#last = lastNumberIn(history);
  }

  /** Whether a text of this turn can cite anything. */
  get isEmpty(): boolean {
    return this.#sources.size === 0 && this.#files.size === 0;
  }

  /** The files that a text may name. */
  get files(): Iterable<readonly [string, Citation]> {
    return this.#files;
  }

  numberOf(source: CitableSource): number {
    const key = JSON.stringify(source.type === 'page' ? [source.url] : [source.fileId, source.text]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(key, this.#last);
    this.#sources.set(this.#last, source);
    return this.#last;
  }

  has(number: number): boolean {
    return this.#sources.has(number);
  }

  /** The source of a number, as a citation of the passage from `start` to `end`; undefined for an unknown number. */
  cite(number: number, start: number, end: number): Citation | undefined {
    const source = this.#sources.get(number);
    if (source === undefined) return undefined;
    const passage = { start, end, quote: source.text.slice(0, maxQuoteLength) };
    return source.type === 'page'
      ? { url: source.url, ...(source.title !== undefined && { title: source.title }), ...passage }
      : { type: 'file', fileId: source.fileId, filename: source.filename, ...passage };
  }

  /** Adds the files that code has made. */
  addFiles({ containerId, files }: CodeResult): void {
    for (const { fileId, filename } of files)
      this.#files.set(filename, { type: 'container-file', containerId, fileId, filename });
  }
}

/** Results show their sources as `[1]` at the start of a line. */
const numberPattern = /^\[(\d{1,6})\]/gm;

function lastNumberIn(history: readonly Message[]): number {
  let last = 0;
  for (const part of history.flatMap(({ parts }) => parts)) {
    if (part.type !== 'tool-result') continue;
    for (const content of part.content)
      if (content.type === 'text')
        for (const [, digits] of content.text.matchAll(numberPattern)) last = Math.max(last, Number(digits));
  }
  return last;
}
