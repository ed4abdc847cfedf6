import type { GenerationEvent } from '../../model/generation-event.js';
import type { Citation, TextPart } from '../../model/part.js';
import type { ServerToolForms } from '../../ports/server-tool-form.js';
import type { CitableSources } from './citable-sources.js';
import { MarkerScanner, type MarkerToken } from './marker-scanner.js';
import { namedFiles } from './named-files.js';

/** What a text is searched for. */
export interface CitationContext {
  readonly sources: CitableSources;
  readonly forms: Pick<ServerToolForms, 'citationsEndParts'>;
}

/** After these a sentence starts. */
const sentenceEnds = /[.!?\n]\s+/g;

/**
 * Replaces the numbers by which a step's texts cite sources with citations. Numbers of no source stay text. Where
 * `citationsEndParts`, a part ends after each citation and the text goes on in the next one.
 */
export async function* citeSources(
  events: AsyncIterable<GenerationEvent>,
  { sources, forms: { citationsEndParts = false } }: CitationContext,
): AsyncGenerator<GenerationEvent, void, void> {
  let text: CitedText | undefined;
  for await (const event of events) {
    if (event.type === 'part-start') {
      const { part } = event;
      text =
        part.type === 'text' && part.refusal !== true && !sources.isEmpty
          ? new CitedText(part, sources, citationsEndParts)
          : undefined;
    }
    if (text === undefined) yield event;
    else if (event.type === 'part-delta' && event.delta.type === 'text') yield* text.push(event.delta.text);
    else if (event.type === 'part-end' && event.part.type === 'text') {
      yield* text.end(event.part);
      text = undefined;
    } else yield event;
  }
}

/** One text of the model; its indexes are of no meaning, because the relay numbers the parts. */
class CitedText {
  readonly #sources: CitableSources;
  readonly #endsParts: boolean;
  readonly #opening: TextPart;
  readonly #scanner = new MarkerScanner();
  /** Text of the open part. */
  #text = '';
  #citations: Citation[] = [];
  /** Text of the open part since its last citation. */
  #sinceCitation = '';
  /** What the markers directly before cite, as long as no text follows them. */
  #passage: { readonly start: number; readonly end: number; readonly numbers: Set<number> } | undefined;

  constructor(opening: TextPart, sources: CitableSources, endsParts: boolean) {
    this.#opening = opening;
    this.#sources = sources;
    this.#endsParts = endsParts;
  }

  *push(chunk: string): Generator<GenerationEvent, void, void> {
    yield* this.#take(this.#scanner.push(chunk));
  }

  *end(part: TextPart): Generator<GenerationEvent, void, void> {
    yield* this.#take(this.#scanner.end());
    yield this.#close(part);
  }

  *#take(tokens: Iterable<MarkerToken>): Generator<GenerationEvent, void, void> {
    for (const token of tokens) {
      if (token.type === 'marker' && token.numbers.every((number) => this.#sources.has(number, token.followsWord)))
        this.#cite(token.numbers);
      else yield* this.#write(token.text);
    }
  }

  /** Markers that follow one another cite the same passage, each source once. */
  #cite(numbers: readonly number[]): void {
    const end = this.#text.length;
    this.#passage ??= { start: end - this.#lastSentence().length, end, numbers: new Set() };
    this.#sinceCitation = '';
    const passage = this.#passage;
    for (const number of numbers) {
      const citation = passage.numbers.has(number) ? undefined : this.#sources.cite(number, passage.start, passage.end);
      passage.numbers.add(number);
      if (citation !== undefined) this.#citations.push(citation);
    }
  }

  /** The last sentence of the text: it starts after the last citation. */
  #lastSentence(): string {
    let start = 0;
    for (const match of this.#sinceCitation.trimEnd().matchAll(sentenceEnds)) start = match.index + match[0].length;
    return this.#sinceCitation.slice(start);
  }

  *#write(text: string): Generator<GenerationEvent, void, void> {
    const endsPart = this.#endsParts && this.#passage !== undefined;
    this.#passage = undefined;
    if (endsPart) {
      yield this.#close();
      this.#text = '';
      this.#citations = [];
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
    }
    this.#text += text;
    this.#sinceCitation += text;
    yield { type: 'part-delta', index: 0, delta: { type: 'text', text } };
  }

  /** `part`: the part as the model ended it. */
  #close(part: TextPart = this.#opening): GenerationEvent {
    const { logprobs: _, ...others } = part;
    const citations = [...(part.citations ?? []), ...this.#citations, ...namedFiles(this.#text, this.#sources.files)];
    return {
      type: 'part-end',
      index: 0,
      part: { ...others, text: this.#text, ...(citations.length > 0 && { citations }) },
    };
  }
}
