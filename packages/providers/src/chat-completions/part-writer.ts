import {
  type GenerationEvent,
  type Part,
  TextBuilder,
  type ReasoningPart,
  type TextPart,
  type TokenLogprob,
  type ToolCallPart,
  type UrlCitation,
} from '@org/engine';
import { withinText } from './read-annotations.js';

type OpenPart =
  | {
      readonly type: 'text';
      readonly refusal: boolean;
      readonly text: TextBuilder;
      readonly logprobs: TokenLogprob[];
      readonly citations: UrlCitation[];
    }
  | { readonly type: 'reasoning'; readonly text: TextBuilder }
  | { readonly type: 'tool-call'; readonly call: ToolCallPart; readonly text: TextBuilder };

/** Writes parts one after another as events; a delta of another kind closes the part before it. */
export class PartWriter {
  #index = 0;
  #open: OpenPart | undefined;
  /** Citations that came before their text. */
  readonly #uncited: UrlCitation[] = [];
  /** Pages that the response cites and that are not emitted yet, by URL. */
  readonly #pages = new Map<string, UrlCitation>();
  readonly #citedPages = new Set<string>();

  constructor(readonly emit: (event: GenerationEvent) => void) {}

  /** Number of parts started. */
  get count(): number {
    return this.#open === undefined ? this.#index : this.#index + 1;
  }

  /** Whether more of this kind would go into the part that is open. */
  isOpen(type: OpenPart['type'], refusal = false): boolean {
    return this.#open?.type === type && (this.#open.type !== 'text' || this.#open.refusal === refusal);
  }

  text(text: string, refusal: boolean, logprobs: readonly TokenLogprob[]): void {
    if (!this.isOpen('text', refusal))
      this.#start({ type: 'text', refusal, text: new TextBuilder(), logprobs: [], citations: this.#uncited.splice(0) });
    const open = this.#open;
    if (open?.type !== 'text') return;
    open.text.push(text);
    if (logprobs.length === 0) {
      this.emit({ type: 'part-delta', index: this.#index, delta: { type: 'text', text } });
      return;
    }
    open.logprobs.push(...logprobs);
    this.emit({ type: 'part-delta', index: this.#index, delta: { type: 'text', text, logprobs } });
  }

  /** Adds scores to the text that is open, of tokens that came without any. */
  score(logprobs: readonly TokenLogprob[]): void {
    if (this.#open?.type === 'text') this.#open.logprobs.push(...logprobs);
  }

  reasoning(text: string): void {
    if (!this.isOpen('reasoning')) this.#start({ type: 'reasoning', text: new TextBuilder() });
    const open = this.#open;
    if (open === undefined) return;
    open.text.push(text);
    this.emit({ type: 'part-delta', index: this.#index, delta: { type: 'reasoning', text } });
  }

  /** Adds citations to the open text, or else to the next one. */
  cite(citations: readonly UrlCitation[]): void {
    (this.#open?.type === 'text' ? this.#open.citations : this.#uncited).push(...citations);
  }

  /** Adds citations of the response in total: emitted once, with the end of the open text, or else of the next one. */
  citeForResponse(pages: readonly UrlCitation[]): void {
    for (const page of pages)
      if (!this.#citedPages.has(page.url)) this.#pages.set(page.url, { ...this.#pages.get(page.url), ...page });
  }

  /** Writes a complete part. */
  add(part: Part): void {
    this.close();
    this.emit({ type: 'part-start', index: this.#index, part });
    this.emit({ type: 'part-end', index: this.#index, part });
    this.#index += 1;
  }

  startCall(call: ToolCallPart): void {
    this.#start({ type: 'tool-call', call, text: new TextBuilder() });
  }

  /** Appends arguments to the latest call. */
  arguments(text: string): void {
    const open = this.#open;
    if (open?.type !== 'tool-call' || text === '') return;
    open.text.push(text);
    this.emit({ type: 'part-delta', index: this.#index, delta: { type: 'arguments', text } });
  }

  /** Ends the open part, if any. */
  close(): void {
    if (this.#open === undefined) return;
    if (this.#open.type === 'text') this.#addPageCitations(this.#open.citations);
    this.emit({ type: 'part-end', index: this.#index, part: finished(this.#open) });
    this.#open = undefined;
    this.#index += 1;
  }

  #addPageCitations(citations: UrlCitation[]): void {
    for (const { url } of citations) this.#citedPages.add(url);
    for (const page of this.#pages.values()) {
      if (!this.#citedPages.has(page.url)) citations.push(page);
      this.#citedPages.add(page.url);
    }
    this.#pages.clear();
  }

  #start(part: OpenPart): void {
    this.close();
    this.#open = part;
    this.emit({ type: 'part-start', index: this.#index, part: skeleton(part) });
  }
}

/** Returns the empty part at its start; citations follow with its end. */
function skeleton(part: OpenPart): Part {
  return finished(part.type === 'text' ? { ...part, citations: [] } : part);
}

function finished(part: OpenPart): TextPart | ReasoningPart | ToolCallPart {
  switch (part.type) {
    case 'text': {
      const text = part.text.toString();
      return {
        type: 'text',
        text,
        ...(part.refusal ? { refusal: true } : {}),
        ...(part.logprobs.length === 0 ? {} : { logprobs: part.logprobs }),
        ...(part.citations.length === 0
          ? {}
          : { citations: part.citations.map((citation) => withinText(citation, text.length)) }),
      };
    }
    case 'reasoning':
      return { type: 'reasoning', text: part.text.toString() };
    case 'tool-call':
      return { ...part.call, argumentsText: part.text.toString() };
  }
}
